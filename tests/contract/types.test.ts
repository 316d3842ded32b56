/** The contract accepts whatever the rules accept: the two are written separately and must stay equal. */
import { expect, it } from 'vitest';
import type { ApplicantField, ApplicantWire } from '../../domain/forms/applicant.ts';
import type { CreateFormWire } from '../../domain/forms/create.ts';
import { enums } from '../../domain/values/enums.ts';
import {
  type WiderField,
  type WiderWire,
  lenderRequestableFields,
} from '../../domain/forms/fields/consumer.ts';
import { instituteTypes, type StudentWire } from '../../domain/forms/student.ts';
import type { ApplicationData, Student, CreateLoan, Language } from '../../domain/values/wire.ts';
import type { LanguageCode } from '../../locales/index.ts';
import { loadContract } from '../../server/contract/contract.ts';
type Plain<T> = { [Name in keyof T]: T[Name] };
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** Does not compile unless the two types are the same. */
const same = <A, B>(proof: Same<Plain<A>, Plain<B>>): boolean => proof;

it('the tables of the product have the same shapes as the contract', () => {
  expect(same<CreateFormWire, Pick<CreateLoan, 'name' | 'phone' | 'email'>>(true)).toBe(true);
  expect(same<StudentWire, Omit<Student, 'applicationId' | 'user_id'>>(true)).toBe(true);
  expect(same<LanguageCode, Language>(true)).toBe(true);
  expect(same<ApplicantWire, Pick<ApplicationData, ApplicantField>>(true)).toBe(true);
  expect(same<WiderWire, Pick<ApplicationData, WiderField>>(true)).toBe(true);
});

it('the codes of the rules are the enums of the contract', () => {
  const codes: Record<string, readonly string[]> = {
    Gender: enums.genders,
    MaritalStatus: enums.maritalStatuses,
    RelationshipType: enums.relationships,
    TypeOfResidence: enums.residences,
    EmploymentType: enums.employmentTypes,
    BusinessConstitution: enums.businessConstitutions,
    BankAccountType: enums.accountTypes,
    TypeOfInstitute: instituteTypes,
    FieldOnRequest: lenderRequestableFields,
  };
  const document = [...loadContract().documents].find(([id]) => id.endsWith('/schemas/enums.yaml'))?.[1];
  for (const [name, values] of Object.entries(codes)) {
    expect(document?.[name], name).toMatchObject({ enum: [...values] });
  }
});

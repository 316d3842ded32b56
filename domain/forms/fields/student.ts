/** The fields of a student's card, in the order of the card. */
import * as z from 'zod/mini';
import type { Wire } from '../../values/check.ts';
import { keepDigits, stripControlCharacters } from '../../values/clean.ts';
import { trimText } from '../create.ts';
import { academicYearLabel, academicYears, studentDobPicker } from '../../values/dates.ts';
import { type FeeField, studentFees } from '../../lending/fees.ts';
import { limits } from '../../values/limits.ts';
import {
  amount,
  cleanAmount,
  isoDate,
  parseFee,
  freeText,
  id,
  parseNumber,
  parseRupees,
  requiredText,
} from '../schemas.ts';
import { inSection } from './row.ts';

/** The codes of section 3. */
export const instituteTypes = ['School', 'College'] as const;

const errors = {
  nameRequired: 'student.error.name.required',
  institutionRequired: 'student.error.institution.required',
  courseRequired: 'student.error.course.required',
  feeRequired: 'student.error.annualFee.required',
  yearRequired: 'student.error.academicYear.required',
  dobRequired: 'student.error.dob.required',
  unlistedNameRequired: 'student.error.unlistedName.required',
  rollNumberInvalid: 'student.error.rollNumber.invalid',
};

const asksInstituteType = (wire: Wire) => wire.institution_id === limits.typeOfInstituteFor;

/** A fee: the course fills it in, and where it has a switch, that one shows it. */
const fee = (name: FeeField) => {
  const { shownBy } = studentFees[name];
  return {
    kind: 'money' as const,
    schema: amount(errors.feeRequired),
    parse: parseFee,
    clean: cleanAmount,
    dependsOn: [...(shownBy ? [shownBy] : []), 'institution_course_id'],
    ...(shownBy && { shown: (wire: Wire) => wire[shownBy] === true, valueWhenHidden: 0 }),
  };
};

const switchField = { kind: 'switch', schema: z.boolean(errors.feeRequired) } as const;

export const studentFields = inSection('student', {
  student_name: {
    kind: 'text',
    label: 'student.name.label',
    schema: requiredText(errors.nameRequired, limits.nameMaxLength),
    parse: trimText,
    clean: stripControlCharacters,
    autoComplete: 'off',
    autoCapitalize: 'words',
    spellCheck: false,
    warning: {
      when: (typed) => typed !== '' && !/^[\p{L}\p{M}.'’ -]+$/u.test(typed),
      message: 'student.warning.name',
    },
  },
  dob: {
    kind: 'date',
    label: 'student.dob.label',
    schema: isoDate(errors.dobRequired),
    picker: studentDobPicker,
    group: 'identity',
  },
  student_roll_no: {
    kind: 'digits',
    label: 'student.rollNumber.label',
    hint: 'student.rollNumber.hint',
    strippedMessage: 'app.stripped.digits',
    optional: true,
    schema: z
      .string(errors.rollNumberInvalid)
      .check(
        z.refine(
          (text) => text.length <= limits.rollNumberMaxDigits && !/\D/.test(text),
          errors.rollNumberInvalid,
        ),
      ),
    clean: keepDigits,
    size: 'm',
    group: 'identity',
  },
  institution_id: {
    kind: 'search',
    label: 'student.institution.label',
    derived: true,
    dependsOn: ['el_details.institution_id'],
    displayedField: 'institution_name',
    schema: id(errors.institutionRequired),
    parse: parseNumber,
  },
  institution_name: {
    kind: 'text',
    label: 'student.institution.label',
    derived: true,
    dependsOn: ['el_details.institution_id'],
    schema: requiredText(errors.institutionRequired, limits.titleMaxLength),
    parse: trimText,
  },
  unlisted_institution_name: {
    kind: 'text',
    label: 'student.unlistedName.label',
    hint: 'student.unlistedName.hint',
    dependsOn: ['el_details.institution_id'],
    schema: requiredText(errors.unlistedNameRequired, limits.titleMaxLength),
    parse: trimText,
    clean: stripControlCharacters,
    shown: (wire) => asksInstituteType(wire) && wire.institution_name === limits.othersName,
    valueWhenHidden: '',
    autoComplete: 'off',
    autoCapitalize: 'words',
    spellCheck: false,
  },
  type_of_institute: {
    kind: 'choice',
    label: 'student.instituteType.label',
    choices: { codes: instituteTypes, labels: 'student.instituteType.options' },
    optional: true,
    dependsOn: ['el_details.institution_id'],
    schema: z.nullable(z.enum(instituteTypes, errors.institutionRequired)),
    parse: (typed) => typed || null,
    shown: asksInstituteType,
    valueWhenHidden: null,
    size: 'm',
  },
  institution_course_id: {
    kind: 'search',
    label: 'student.course.label',
    dependsOn: ['el_details.institution_id'],
    displayedField: 'course_name',
    schema: id(errors.courseRequired),
    parse: parseNumber,
  },
  course_name: {
    kind: 'text',
    label: 'student.courseName.label',
    optional: true,
    dependsOn: ['institution_course_id', 'type_of_institute'],
    schema: freeText(errors.courseRequired, limits.titleMaxLength),
    parse: trimText,
    clean: stripControlCharacters,
    shown: (wire) => asksInstituteType(wire) && wire.type_of_institute === 'College',
    autoComplete: 'off',
  },
  academic_year: {
    kind: 'choice',
    label: 'student.academicYear.label',
    choices: {
      codes: academicYears,
      labels: 'student.academicYear.option',
      labelValues: academicYearLabel,
    },
    schema: z.string(errors.yearRequired),
    size: 'm',
    group: 'year',
  },
  annual_fee: {
    ...fee('annual_fee'),
    label: 'student.annualFee.label',
    parse: parseRupees,
    group: 'year',
  },
  new_admission: { ...switchField, label: 'student.newAdmission.label', group: 'admission' },
  admission_fee_paid: {
    ...switchField,
    label: 'student.admissionFee.label',
    derived: true,
    dependsOn: ['new_admission'],
    shown: (wire) => wire.new_admission === true,
    valueWhenHidden: false,
  },
  admission_fee_amount: {
    ...fee('admission_fee_amount'),
    label: 'student.admissionFee.label',
    group: 'admission',
  },
  transport_fee_paid: { ...switchField, label: 'student.transport.label', group: 'transport' },
  transport_fee_amount: {
    ...fee('transport_fee_amount'),
    label: 'student.transportFee.label',
    group: 'transport',
  },
  otherfees: { ...fee('otherfees'), label: 'student.otherFees.label', optional: true },
});

export type StudentField = keyof typeof studentFields;

import { describe, expect, it } from 'vitest';
import {
  dependsOn,
  isLabelShared,
  labelOf,
  displayedField,
  fieldNames as names,
  rowOf,
  sections,
} from './catalogue.ts';
import { stepOfField } from '../../pages/steps.ts';
import { anyStudentField, parseStudentFieldName, studentFieldName } from './names.ts';
import { studentFields } from './student.ts';

describe('every row', () => {
  it('belongs to the step of its section', () => {
    const lost = names.filter(
      (name) => stepOfField(name) !== sections[rowOf(name)?.section ?? 'person'].step,
    );
    expect(lost).toEqual([]);
  });

  it('is displayed as an existing field', () => {
    expect(names.filter((name) => rowOf(displayedField(name)) === undefined)).toEqual([]);
  });

  it('depends only on existing fields', () => {
    const parents = names.flatMap((name) => {
      const student = parseStudentFieldName(name);
      const of = (parent: string) => (student && parent in studentFields ? anyStudentField(parent) : parent);
      return (rowOf(name)?.dependsOn ?? []).map((parent) => ({ name, parent: of(parent) }));
    });
    expect(parents.filter(({ parent }) => rowOf(parent) === undefined)).toEqual([]);
    expect(parents.filter(({ name, parent }) => !dependsOn(name, parent))).toEqual([]);
  });
});

it('a label names its section only where several sections share it', () => {
  const shared = names.filter((name) => {
    const row = rowOf(name);
    return row && !row.derived && isLabelShared(row);
  });
  expect(shared.filter((name) => !name.includes('address.') && !name.includes('address_line'))).toEqual([]);
  expect(shared).toContain('employment_details.office_address.city');
});

it('an unknown field is labelled with the title of its step', () => {
  expect(labelOf(studentFieldName('s1', 'unknown'))).toBe('app.title.students');
  expect(labelOf('personal_details.unknown')).toBe('app.title.applicant');
});

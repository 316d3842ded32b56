import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isAnsweredBy,
  fieldAccess,
  type Lock,
  lockOf,
  openQueries,
  refusedChanges,
  reviewable,
} from './access.ts';
import { consumerAppFields } from '../forms/fields/consumer.ts';
import { dependants, dependsOn, studentFieldName } from '../forms/fields/catalogue.ts';
import { studentForm } from '../forms/student.ts';
import type { LoanStatus, Query, QueryState } from '../values/wire.ts';

const query = (field: string, state: QueryState = 'raised'): Query => ({
  id: field,
  field,
  reason: 'unclear',
  message: 'Please look again',
  round: 1,
  state,
  raised_at: '2026-11-20T10:00:00Z',
  answered_at: state === 'raised' || state === 'withdrawn' ? null : '2026-11-20T11:00:00Z',
  answer: null,
});
const queried = (...fields: string[]): Lock => ({ mode: 'queried', queries: fields.map((f) => query(f)) });

const studentNames = Object.keys(studentForm.fields);
const names = [
  ...Object.keys(consumerAppFields),
  ...['s1', 's2'].flatMap((id) => studentNames.map((field) => studentFieldName(id, field))),
  'el_details.institution_id',
  'el_details.institution_name',
  'el_details.course_id',
  'documents.fee_receipt',
  'fee_receipt',
  'loan_details.emi_amount',
];
const anyName = fc.constantFrom(...names);
const statuses: LoanStatus[] = [
  'draft',
  'submitted',
  'with_lender',
  'approved',
  'rejected',
  'pending',
  'in_progress',
  'under_review',
];

const opens = (...fields: string[]) =>
  names.filter((name) => fieldAccess(queried(...fields), name) !== 'locked');

describe('query mode', () => {
  it('opens only the flagged fields and their dependants', () => {
    expect(opens('personal_details.pan')).toEqual(['personal_details.pan']);
    expect(opens('income_details.monthly_income')).toEqual([
      'income_details.monthly_income',
      'income_details.household_income',
    ]);
    expect(opens('bank_details.ifsc_code').sort()).toEqual([
      'bank_details.bank_name',
      'bank_details.ifsc_code',
    ]);
    expect(opens('personal_details.same_as_aadhaar')).toEqual(
      names.filter((name) => /same_as_aadhaar|address\.permanent/.test(name)),
    );
    expect(opens('documents.fee_receipt')).toEqual(['documents.fee_receipt', 'fee_receipt']);
  });

  it.each([
    'personal_details.address.residence',
    'personal_details.address.permanent',
    'employment_details.office_address',
  ])('opens the city and the state of the same address with a pincode: %s', (address) =>
    expect(opens(`${address}.pincode`).sort()).toEqual(
      ['city', 'pincode', 'state'].map((part) => `${address}.${part}`),
    ),
  );

  it('opens the fees of the same student with a course, and the plan that it makes stale', () => {
    const open = opens(studentFieldName('s1', 'institution_course_id'));
    expect(open.filter((name) => name.includes('.s2.'))).toEqual([]);
    for (const field of [
      'annual_fee',
      'otherfees',
      'admission_fee_amount',
      'transport_fee_amount',
      'course_name',
    ])
      expect(open).toContain(studentFieldName('s1', field));
    expect(open).toContain('loan_details.emi_tenure_id');
    expect(open).toContain('loan_details.emi_tenure');
    expect(open).not.toContain(studentFieldName('s1', 'dob'));
  });

  it('opens the courses and fees of all students with the institution', () => {
    const open = opens('el_details.institution_id');
    for (const id of ['s1', 's2'])
      for (const field of ['institution_course_id', 'annual_fee', 'otherfees', 'course_name'])
        expect(open).toContain(studentFieldName(id, field));
    expect(open).not.toContain(studentFieldName('s1', 'student_name'));
  });

  it.each(['annual_fee', 'otherfees', 'admission_fee_amount', 'transport_fee_amount'])(
    "opens the plan with a student's %s, and no other fee",
    (fee) =>
      expect(opens(studentFieldName('s2', fee))).toEqual([
        'loan_details.emi_tenure_id',
        'loan_details.emi_tenure',
        studentFieldName('s2', fee),
        'loan_details.emi_amount',
      ]),
  );

  it('marks a field as queried exactly when an open query names it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName), anyName, (flagged, name) => {
        expect(fieldAccess(queried(...flagged), name) === 'queried').toBe(flagged.includes(name));
      }),
    );
  });

  it('never closes a field when a query is added', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName), anyName, (flagged, more) => {
        expect(opens(...flagged, more)).toEqual(expect.arrayContaining(opens(...flagged)));
        expect(opens(...flagged, more).length).toBe(new Set([...opens(...flagged), ...opens(more)]).size);
      }),
    );
  });

  it('refuses changes to locked fields and no others', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName), fc.array(anyName), (flagged, changed) => {
        const lock = queried(...flagged);
        expect(refusedChanges(lock, changed)).toEqual(
          changed.filter((name) => !opens(...flagged).includes(name)),
        );
        expect(refusedChanges({ mode: 'open' }, changed)).toEqual([]);
        expect(refusedChanges({ mode: 'locked' }, changed)).toEqual(changed);
      }),
    );
  });

  it('refuses a new student, a deleted student and unknown names', () => {
    const changed = [studentFieldName('new', 'dob'), 'el_details.deleted_students', 'status', 'constructor'];
    expect(refusedChanges(queried(studentFieldName('s1', 'dob')), changed)).toEqual(changed);
    expect(refusedChanges(queried('constructor', '__proto__'), ['toString'])).toEqual(['toString']);
  });

  it('names only existing fields as dependants', () => {
    const known = new Set(names.map((name) => name.replace(/students\.s\d\./, 'students.*.')));
    for (const [parent, children] of dependants)
      for (const name of [parent, ...children]) expect(known).toContain(name);
  });
});

describe('the answers to queries', () => {
  it('are changes to the field or its dependants', () => {
    const salary = { field: 'income_details.monthly_income' };
    expect(isAnsweredBy(salary, ['income_details.monthly_income'])).toBe(true);
    expect(isAnsweredBy(salary, ['personal_details.pan', 'income_details.household_income'])).toBe(true);
    expect(isAnsweredBy(salary, ['personal_details.pan'])).toBe(false);
    expect(
      isAnsweredBy({ field: 'income_details.household_income' }, ['income_details.monthly_income']),
    ).toBe(false);
    const course = { field: studentFieldName('s1', 'institution_course_id') };
    expect(isAnsweredBy(course, [studentFieldName('s1', 'annual_fee')])).toBe(true);
    expect(isAnsweredBy(course, [studentFieldName('s2', 'annual_fee')])).toBe(false);
  });

  it('are the changes that the flag opens, except a plan opened by another field', () => {
    fc.assert(
      fc.property(anyName, anyName, (field, changed) => {
        const isOpen = fieldAccess(queried(field), changed) !== 'locked';
        const isConsequence = changed !== field && changed.startsWith('loan_details.emi_');
        expect(isAnsweredBy({ field }, [changed])).toBe(isOpen && !isConsequence);
        expect(dependsOn(changed, field) || changed === field).toBe(isOpen);
      }),
    );
  });

  it.each<QueryState>(['answered', 'accepted', 'asked_again', 'withdrawn'])(
    'are no longer awaited once a query is %s',
    (state) => {
      const raised = query('personal_details.name');
      expect(openQueries({ queries: [query('personal_details.pan', state), raised] })).toEqual([raised]);
    },
  );
});

describe('the lock of a loan', () => {
  const others: QueryState[] = ['answered', 'accepted', 'asked_again'];

  it.each(statuses)('depends on the status %s and on the queries', (status) => {
    const mine = status === 'draft' || status === 'submitted';
    const before = { status, queries: [query('personal_details.pan', 'withdrawn')] };
    expect(lockOf(before)).toEqual({ mode: mine ? 'open' : 'locked' });
    for (const state of others) {
      const answered = { status, queries: [query('personal_details.pan', state)] };
      expect(lockOf(answered), state).toEqual({ mode: 'locked' });
      const flagged = { status, queries: [...answered.queries, query('personal_details.name')] };
      expect(lockOf(flagged), state).toEqual(
        reviewable.includes(status)
          ? { mode: 'queried', queries: [query('personal_details.name')] }
          : { mode: 'locked' },
      );
    }
  });
});

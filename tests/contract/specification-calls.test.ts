/**
 * Any call of section 7 is an operation of the contract, or gives the reason why it comes later. The check that
 * each operation is called with good and with bad input is in operations.test.ts.
 */
import { describe, expect, it } from 'vitest';
import { loadContract } from '../../server/contract/contract.ts';
import { servedCalls, specificationCalls } from './specification-calls.ts';

/** The calls of the embedded flow, and the paths of the wider app, in the order of section 7. */
const specified = [
  '/institute/by-id/{id}',
  'institution courses',
  '/institute/by-name/{text}',
  'student by loan',
  'lender loans update',
  '/v3/lender/loan/by-id/{id}',
  'course EMI',
  'master city',
  'master state',
  'verify-email',
  'lender loans create',
  '/loans/{id}',
  'create-on-lender',
  '/loans/get-my-loans',
  '/loans/get-my-loan-by-id',
  '/v2/loan/my-loan-by-id',
  '/loans/create-my-loan-application',
  '/loans/update-children-in-my-loan',
  '/loans/verify-email',
  '/loans/by-id/{id}',
  '/loans/create',
  '/loans/{id}',
  '/loans/create-on-lender/',
  '/v2/student/',
  '/v3/student/by-loan/{id}',
  '/v3/student/',
  '/v2/loan-document/by-loan/{id}',
  '/v2/loan-document/add-document/',
  '/v2/documents/by-reason/{reason}',
  '/institute/by-name',
  '/institute/courses',
  '/institute/by-id',
  '/general/getCoursesForInstitutionAsOption/{id}',
  '/institute/course-emi/by-course/{id}',
  '/institute/course/by-institute/{id}',
  '/digio/kyc',
  '/digio/kyc-regenerate-token',
  '/masters/state_master',
  '/v2/state',
  '/v2/city/by-state/{id}',
  '/v2/state/by-name/{name}',
  '/masters/city_master/{id}',
  '/v3/lender/loan/',
  '/v3/lender/loan/ of the test environment',
  'lender by-id',
  'lender stage',
  'lender payment-check',
  'lender push/by-id',
  'lender invoices, all',
  'lender invoices, unpaid',
  'lender invoices, paid',
];

const { operations } = loadContract();
const shapeOf = (path: string) => path.replaceAll(/\{\w+\}/g, '{}');

describe('docs/calls.md', () => {
  it('has a row for each call of section 7', () => {
    expect(specificationCalls().map((call) => call.specified)).toEqual(specified);
  });

  it.each(servedCalls())('$specified is $operation of the contract', ({ specified: call, ...row }) => {
    const found = operations.find(({ id }) => id === row.operation);
    expect({ method: found?.method, path: found?.path }).toEqual({ method: row.method, path: row.path });
    const isWholePath = /^\/\S+$/.test(call);
    expect(shapeOf(row.path).startsWith(isWholePath ? shapeOf(call) : '/')).toBe(true);
  });

  it('gives a reason for each later call, and no operation serves it', () => {
    const later = specificationCalls().filter((call) => 'later' in call);
    const paths = operations.map(({ path }) => shapeOf(path));
    for (const call of later) {
      expect(call.later.length, call.specified).toBeGreaterThan(10);
      expect(paths.filter((path) => path === shapeOf(call.specified))).toEqual([]);
    }
  });
});

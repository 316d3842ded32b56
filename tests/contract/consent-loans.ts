/** A customer's application whose Submit takes consents, at an institution whose lenders a test chooses. */
import { eq } from 'drizzle-orm';
import { submissionConsentVersion } from '../../domain/servicing/consents.ts';
import { institutions } from '../../server/db/schema/institutions.ts';
import type { App } from './app.ts';
import { signedUp } from './customers.ts';
import { consumerApplication, student } from './fixtures.ts';

/** Institution 211 of the seed with a course of it and a tenure. */
const school = { id: 211, course: 21101, tenure: { id: 2110103, months: 3 } };

export const preferLenders = (app: App, ...ids: number[]) =>
  app.db.update(institutions).set({ prefferdLenders: ids }).where(eq(institutions.id, school.id));

export const consentsTo = (...purposes: string[]) =>
  purposes.map((purpose) => ({ purpose, version: submissionConsentVersion, language: 'hi' }));

/** The body of Submit with every consent given. */
export const allConsents = {
  consents: consentsTo('share', 'credit_check', 'guardian'),
  lender_ids: [15, 11],
};

/** Makes a customer's application for a child, and what the tests do with it; its institution prefers two lenders. */
export async function loanForConsents(app: App) {
  await preferLenders(app, 11, 15);
  const customer = await signedUp(app);
  const { bearer } = customer;
  const created = await app.call('createMyLoan', { bearer, body: {} });
  const path = { id: created.body.result.loan_id as string };
  const row = student({
    institution_id: school.id,
    institution_course_id: school.course,
    dob: '2015-06-01',
  });
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
  await app.call('updateMyStudents', { bearer, path, body: { data } });
  const own = { bearer, path };
  /** The student was born earlier than it was said at first. */
  const ofAge = () =>
    app.call('updateMyStudents', {
      ...own,
      body: { data: { ...data, 'el_details.students': [{ ...row, dob: '1990-06-01' }] } },
    });
  const read = async () => (await app.call('readSubmissionConsents', own)).body.result;
  const submit = (changes: object) =>
    app.call('saveApplication', {
      ...own,
      body: {
        data: {
          ...consumerApplication({
            'loan_details.emi_tenure_id': school.tenure.id,
            'loan_details.emi_tenure': school.tenure.months,
          }),
          ...changes,
        },
      },
    });
  const withdraw = async (purpose: string, lender: string) => {
    const listed = (await app.call('listConsents', { bearer })).body.result;
    const { consent_id: id } = listed.find(
      (one: { purpose: string; lender_name: string }) =>
        one.purpose === purpose && one.lender_name === lender,
    );
    return app.call('withdrawConsent', { bearer, path: { id } });
  };
  const status = async () => (await app.call('getLoan', own)).body.result.status as string;
  return { ...customer, ...own, id: path.id, read, submit, withdraw, status, ofAge };
}

/** The application of the consumer app: more fields than the embedded flow, and a proof of the current address. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { widerFieldsOf } from '../../domain/forms/applicant.ts';
import type { ApplicationData, FieldOnRequest } from '../../domain/values/wire.ts';
import { loans } from '../../server/db/schema/loans.ts';
import { submissions } from '../../server/db/schema/review.ts';
import { describeOnPostgres } from './both-databases.ts';
import type { Answer } from './calls.ts';
import { signInOnce } from './desk.ts';
import {
  application,
  consumerApplication,
  type CreatedLoan,
  readLoan,
  readReviewedApplication,
  saveApplication,
  sentBack,
  withStudent,
} from './fixtures.ts';
import { contentOf, upload } from './uploads.ts';

const maidenName = 'personal_details.mother_maiden_name';
const proof = 'documents.current_address_proof';

describeOnPostgres('an application of the consumer app', (given) => {
  /** A loan with one student, as the consumer app begins it. */
  const begun = async (askedFields: FieldOnRequest[] = []): Promise<CreatedLoan> => {
    const loan = await withStudent(given.app);
    const presentation = 'consumer';
    await given.app.db.update(loans).set({ presentation, askedFields }).where(eq(loans.id, loan.id));
    return loan;
  };
  const statusAndIssues = ({ status, body }: Answer) => [
    status,
    ...(body.errors ?? []).map(({ field, code }: { field: string; code: string }) => [field, code]),
  ];
  const save = async (loan: CreatedLoan, changes: Partial<ApplicationData> = {}) =>
    statusAndIssues(await saveApplication(given.app, loan, consumerApplication(changes)));

  it('stores and submits fields that a loan of the embedded flow does not have', async () => {
    const loan = await begun();
    const empty = await readLoan(given.app, loan);
    expect(empty).toMatchObject({
      presentation: 'consumer',
      asked_fields: [],
      personal_details: { mother_maiden_name: null, address: { residence: { landmark: null } } },
    });
    expect(await save(loan)).toEqual([200]);
    const { personal_details, employment_details, income_details } = await readLoan(given.app, loan);
    expect(personal_details).toMatchObject({
      mother_maiden_name: 'Lakshmi',
      loan_purpose: 'School fees of this year',
      years_in_current_city: 9,
      address: {
        residence: { landmark: 'Opposite the bus stand' },
        permanent: { landmark: 'Opposite the bus stand' },
      },
    });
    expect(personal_details).not.toHaveProperty('religion');
    expect(employment_details).toMatchObject({ total_work_experience: 12, business_vintage: null });
    expect(income_details).toMatchObject({ total_monthly_income: 52000, monthly_obligations: 3500 });
    const [submission] = await given.app.db.select().from(submissions).where(eq(submissions.loanId, loan.id));
    expect(submission?.fields).toMatchObject({ [maidenName]: 'Lakshmi' });
  });

  it('does not change a loan of the embedded flow, which refuses the additional fields', async () => {
    const loan = await withStudent(given.app);
    const { status, body } = await saveApplication(given.app, loan, consumerApplication());
    expect([status, body.errors?.[0]?.code]).toEqual([400, 'problem.shape']);
    expect(body.errors.map(({ field }: { field: string }) => field)).toContain(maidenName);
    expect((await saveApplication(given.app, loan, application())).status).toBe(200);
    const read = await readLoan(given.app, loan);
    expect(read).toMatchObject({ presentation: 'embedded', asked_fields: [] });
    const text = JSON.stringify(read);
    const wider = widerFieldsOf({ presentation: 'consumer', asked_fields: [] });
    expect(wider.filter((name) => text.includes(`"${name.split('.').at(-1)}"`))).toEqual([]);
  });

  it('is refused where a field is missing or wrong, with the codes of the form', async () => {
    const loan = await begun();
    const { [maidenName]: _, ...without } = consumerApplication({
      'personal_details.years_in_current_city': 3,
      'income_details.monthly_obligations': -1,
    });
    expect(statusAndIssues(await saveApplication(given.app, loan, without))).toEqual([
      400,
      [maidenName, 'consumer.error.motherMaidenName.required'],
      ['personal_details.years_in_current_city', 'consumer.error.yearsInCity.invalid'],
      ['income_details.monthly_obligations', 'consumer.error.monthlyObligations.required'],
    ]);
    // The fields of one employment type are neither required nor stored for the other.
    expect(await save(loan, { 'employment_details.employment_type': 'Self Employed' })).toEqual([
      400,
      ['employment_details.business_vintage', 'consumer.error.businessVintage.required'],
      ['income_details.net_annual_income', 'consumer.error.netAnnualIncome.required'],
    ]);
    expect(await save(loan, { 'employment_details.business_vintage': 5 })).toEqual([200]);
    expect((await readLoan(given.app, loan)).employment_details.business_vintage).toBeNull();
  });

  it('requires religion and caste if its lender asks for them, and refuses them otherwise', async () => {
    const both = { 'personal_details.religion': 'Jain', 'personal_details.caste': 'General' };
    const refused = ['religion', 'caste'].map((name) => [`personal_details.${name}`, 'problem.shape']);
    expect(await save(await begun(), both)).toEqual([400, ...refused]);
    const loan = await begun(['personal_details.religion', 'personal_details.caste']);
    expect(await save(loan)).toEqual([
      400,
      ['personal_details.religion', 'consumer.error.religion.required'],
      ['personal_details.caste', 'consumer.error.caste.required'],
    ]);
    expect(await save(loan, both)).toEqual([200]);
    expect((await readLoan(given.app, loan)).personal_details).toMatchObject({
      religion: 'Jain',
      caste: 'General',
    });
  });

  it('waits for a proof of the current address where that is not the one in Aadhaar', async () => {
    const loan = await begun();
    const other = { 'personal_details.same_as_aadhaar': 0 as const };
    expect(await save(loan, other)).toEqual([400, [proof, 'consumer.error.addressProof.required']]);
    const type = 'current_address_proof';
    const added = await upload(given.app, loan, contentOf('png'), type, { proof: 'passport' });
    expect(added.status).toBe(200);
    expect(await save(loan, other)).toEqual([200]);
  });

  it('allows a change of the queried field only', async () => {
    const loan = await begun();
    expect(await save(loan)).toEqual([200]);
    const jar = await signInOnce(given.app);
    await sentBack(given.app, jar, loan, [maidenName]);
    const answer = (data: Partial<ApplicationData>) =>
      saveApplication(given.app, loan, { customerConsent: true, ...data });
    expect(
      statusAndIssues(await answer({ [maidenName]: 'Latha', 'personal_details.loan_purpose': 'Hostel' })),
    ).toEqual([422, ['personal_details.loan_purpose', 'app.field.locked']]);
    expect(statusAndIssues(await answer({ [maidenName]: '' }))).toEqual([
      400,
      [maidenName, 'consumer.error.motherMaidenName.required'],
    ]);
    expect((await answer({ [maidenName]: 'Latha' })).status).toBe(200);
    const { loan: read } = await readReviewedApplication(given.app, jar, loan.id);
    expect(read.personal_details).toMatchObject({
      mother_maiden_name: 'Latha',
      loan_purpose: 'School fees of this year',
    });
  });
});

/** Loans of a person of whom everything is known that is stored, so that what an erasure leaves can be searched for. */
import { randomUUID } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { lenderLoans } from '../../server/db/schema/lenders.ts';
import { sandboxProviderRecords } from '../../server/db/schema/sandbox.ts';
import {
  issuedDocuments,
  kycChecks,
  mandates,
  paymentDecisions,
  payments,
  servicingCases,
  signatureRequests,
} from '../../server/db/schema/servicing.ts';
import { issuedKey } from '../../server/servicing/issued-documents.ts';
import type { App } from './app.ts';
import type { CookieJar } from './calls.ts';
import {
  application,
  createdLoan,
  type CreatedLoan,
  decide,
  push,
  readLoan,
  saveApplication,
  saveStudents,
  student,
} from './fixtures.ts';
import { contentOf, pdf, put, sha256, upload } from './uploads.ts';

/** The known person's values, which no other row has. */
export const known = {
  name: 'Thamaraiselvi Erased',
  mobile: '9840077123',
  email: 'thamarai@erased.example',
  pan: 'ERAPE4321S',
  account: '77001122334455',
  formerAccount: '77001122330000',
  birthDate: '1979-12-03',
  father: 'Father Erased',
  alternateMobile: '9840077124',
  street: '19 Erased Street',
  permanentStreet: '20 Erased Road',
  employer: 'Erased Mills',
  student: 'Student Erased',
  studentBirthDate: '2015-03-30',
  rollNumber: '7712903',
  income: '48123',
  question: 'Does Thamaraiselvi own this account?',
  answer: 'It belongs to Thamaraiselvi',
  note: 'The sister of Thamaraiselvi called',
  typed: 'Typed and never saved by Thamaraiselvi',
  document: 'the bytes of an erased document',
  upload: 'the bytes of an upload that was never added',
  keyFacts: 'the bytes of key facts of Thamaraiselvi',
  loanAccount: 'LNERASED77',
  mandate: 'UMRNERASED77',
  kycToken: 'kyc-token-erased',
};

const details = {
  'personal_details.name': known.name,
  'personal_details.pan': known.pan,
  'personal_details.dob': known.birthDate,
  'personal_details.applicant_father_name': known.father,
  'personal_details.alternate_mobile': known.alternateMobile,
  'personal_details.address.residence.address': known.street,
  'personal_details.address.permanent.address': known.permanentStreet,
  'employment_details.employer_name': known.employer,
  'income_details.monthly_income': Number(known.income),
  'bank_details.bank_account_no': known.formerAccount,
};

const person = { name: known.name, phone: known.mobile, email: known.email };
export const receipt = contentOf('pdf', [...Buffer.from(known.document)]);
const statement = pdf('aes-256');

export const isOk = { status: 200 };

/** A loan of the known person with one student. */
async function begunLoan(app: App): Promise<CreatedLoan> {
  const loan = await createdLoan(app, person);
  const row = student({
    student_name: known.student,
    dob: known.studentBirthDate,
    student_roll_no: known.rollNumber,
  });
  const data = { 'el_details.institution_id': row.institution_id, 'el_details.students': [row] };
  expect(await saveStudents(app, loan, data)).toMatchObject(isOk);
  return loan;
}

/** Submitted, asked about, answered, approved by the lender, and read by a reviewer. */
export async function decidedLoan(app: App, jar: CookieJar): Promise<CreatedLoan> {
  const loan = await begunLoan(app);
  const added = [
    await upload(app, loan, receipt),
    await upload(app, loan, statement, 'bank_statement_3_months', { password: 'user' }),
  ];
  expect(added).toMatchObject([isOk, isOk]);
  expect(await saveApplication(app, loan, application('4321', details))).toMatchObject(isOk);
  const account = 'bank_details.bank_account_no';
  const raise = [account, 'personal_details.name'].map((field) => ({
    field,
    reason: 'unclear' as const,
    message: known.question,
  }));
  expect(await decide(app, jar, loan.id, { raise })).toMatchObject(isOk);
  const { queries } = await readLoan(app, loan);
  const written = queries.find(({ field }) => field !== account);
  const answers = {
    customerConsent: true,
    [account]: known.account,
    query_answers: [{ id: written?.id ?? '', answer: known.answer }],
  };
  expect(await saveApplication(app, loan, answers)).toMatchObject(isOk);
  const accept = queries.map(({ id }) => id);
  expect(await decide(app, jar, loan.id, { accept })).toMatchObject(isOk);
  expect(await app.call('keepPresence', { path: { id: loan.id }, jar })).toMatchObject(isOk);
  const note = { note_id: randomUUID(), text: known.note };
  expect(await app.call('addNote', { path: { id: loan.id }, jar, body: note })).toMatchObject(isOk);
  const path = { id: loan.id, document_type: 'fee_receipt', e_tag: sha256(receipt) };
  expect(await app.call('addressOfContent', { path, jar })).toMatchObject(isOk);
  const sent = { ...loan, loan: await readLoan(app, loan) };
  expect((await push(app, sent)).body.result).toMatchObject({ status: 'APPROVED' });
  await plantServicing(app, loan);
  return loan;
}

/** Stores the person's data that comes after the approval. */
async function plantServicing(app: App, { id: loanId }: CreatedLoan): Promise<void> {
  const now = app.clock.now();
  const key = { loanId, lenderId: 15 };
  const ofLenderLoan = and(eq(lenderLoans.loanId, loanId), eq(lenderLoans.lenderId, 15));
  await app.db.update(lenderLoans).set({ accountNumber: known.loanAccount }).where(ofLenderLoan);
  const object = issuedKey(loanId, 'a'.repeat(64));
  await app.services.adapters.objects.put(object, Buffer.from(known.keyFacts), 'application/pdf');
  const documentId = randomUUID();
  await app.db.insert(issuedDocuments).values({
    ...{ id: documentId, ...key, kind: 'key_facts', language: 'en', number: loanId },
    ...{ sha256: 'a'.repeat(64), key: object, input: { borrowerName: known.name }, createdAt: now },
  });
  await app.db.insert(signatureRequests).values({
    ...{ id: randomUUID(), ...key, documentId, providerReference: randomUUID(), state: 'signed' },
    ...{ documentSha256: 'a'.repeat(64), signedMobileDigits: known.mobile.slice(-4), createdAt: now },
  });
  const [kyc, mandate] = [randomUUID(), randomUUID()];
  await app.db.insert(kycChecks).values({
    ...{ id: randomUUID(), ...key, providerReference: kyc, state: 'verified', createdAt: now },
    ...{ urlToken: known.kycToken, nameOnRecord: known.name },
  });
  await app.db.insert(mandates).values({
    ...{ id: randomUUID(), ...key, method: 'upi', limitPaise: 1, state: 'registered', createdAt: now },
    ...{ providerReference: mandate, registrationNumber: known.mandate },
  });
  await app.db.insert(servicingCases).values({
    ...{ id: randomUUID(), ...key, kind: 'disbursal_day', subject: '2062-01-01', openedAt: now },
    ...{
      details: [{ name: 'disbursed_on', known: null, said: known.name }],
      closedAt: now,
      note: known.name,
    },
  });
  const payment = randomUUID();
  await app.db.insert(payments).values({
    ...{ id: payment, ...key, providerPaymentId: payment, amountPaise: 1, currency: 'INR' },
    ...{ state: 'captured', method: 'upi', paidAt: now, receivedAt: now },
  });
  await app.db.insert(paymentDecisions).values({
    ...{ id: randomUUID(), paymentId: payment, decision: 'count', amountPaise: 1, note: known.name },
    ...{ state: 'made', madeById: randomUUID(), madeBy: 'Staff', madeAt: now },
  });
  // The sandbox's providers keep separate records.
  await app.db.insert(sandboxProviderRecords).values([
    {
      ...{ provider: 'kyc', reference: kyc, createdAt: now },
      ...{ request: { name: known.name, pan: known.pan }, record: { state: 'verified', name: known.name } },
    },
    {
      ...{ provider: 'mandate', reference: mandate, createdAt: now },
      request: { account: { holder: known.name, number: known.account } },
      record: { state: 'registered', umrn: known.mandate },
    },
  ]);
}

/** Begun, and left with what was typed and uploaded. */
export async function abandonedLoan(app: App): Promise<CreatedLoan> {
  const loan = await begunLoan(app);
  const path = { id: loan.id, step: 'applicant' };
  const body = { body: { 'personal_details.pan': known.pan, note: known.typed } };
  const draft = { path, token: loan.token, headers: { 'if-match': '0' }, body };
  expect(await app.call('keepDraft', draft)).toMatchObject(isOk);
  await put(app, loan, contentOf('pdf', [...Buffer.from(known.upload)]));
  return loan;
}

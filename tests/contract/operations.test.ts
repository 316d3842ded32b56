/**
 * Every operation of the contract with good input on both databases, and with bad input on PostgreSQL; every reply is
 * validated.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../domain/limits.ts';
import { interestConsentVersion } from '../../domain/product-interest.ts';
import { pushRequestOf } from '../../domain/push-request.ts';
import type { DocumentContent } from '../../domain/wire.ts';
import { type Caller, loadContract, type OperationId } from '../../server/contract.ts';
import { demoPartnerId } from '../../server/api-keys.ts';
import { conversations } from '../../server/db/schema/contact.ts';
import { addPartnerMember } from '../../server/partner-view/members.ts';
import { demoKey } from '../../server/sandbox/demo-key.ts';
import { demoReviewer } from '../../server/sandbox/demo-reviewer.ts';
import { createReviewer } from '../../server/staff/reviewers.ts';
import { totpCode } from '../../server/staff/totp.ts';
import { databases, type TestDatabase } from '../support/databases.ts';
import { type App, openApp } from './app.ts';
import {
  acceptedLoan,
  acknowledged,
  type ApprovedLoan,
  approvedLoan,
  consentsTo,
  disbursedLoan,
  exchange,
  offerOf,
  pay,
} from './approved-loans.ts';
import type { Call, CookieJar } from './calls.ts';
import { customerOf, newMobile, otpOf, requestedOtp, signedIn, signedUp } from './customers.ts';
import { signInAs, signInOnce, signInAgain } from './desk.ts';
import { signedEvent } from './lender-events.ts';
import { servedCalls } from './specification-calls.ts';
import { otherThan, passwordOf } from './passwords.ts';
import { providerCases } from './provider-cases.ts';
import {
  application,
  type CreatedLoan,
  createdLoan,
  hybrid,
  person,
  push,
  question,
  saveApplication,
  school,
  student,
  submitted,
  withStudent,
} from './fixtures.ts';
import { contentOf, put, addDocumentBody, submittedWithLockedStatement, upload } from './uploads.ts';

type Case = { good: (app: App) => Promise<Call>; bad: Record<string, (app: App) => Promise<[Call, number]>> };

const stranger: Call = {
  path: { id: 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11', step: 'students' },
  token: 'none',
};

const plain = (good: Call, bad: Record<string, [Call, number]>): Case => ({
  good: async () => good,
  bad: Object.fromEntries(Object.entries(bad).map(([name, one]) => [name, async () => one])),
});

/** Of somebody who has not written yet. */
const supportQuery = () => ({
  name: 'Meena',
  mobile: newMobile(),
  email: `${crypto.randomUUID()}@example.org`,
  query: 'When is it paid?',
  language: 'en',
});

const noConversation = { path: { conversation_id: crypto.randomUUID() } };

/** A call about a conversation that is open, and the last message in it. */
async function atTheDesk(
  app: App,
): Promise<{ call: Required<Pick<Call, 'jar' | 'path'>>; last: { last_message_id: string } }> {
  const { bearer } = await customerOf(app);
  const body = { query: `When? ${crypto.randomUUID()}`, language: 'en' };
  await app.db.delete(conversations);
  const { result } = (await app.call('startMyConversation', { bearer, body })).body;
  return {
    call: { jar: await signInOnce(app), path: { conversation_id: result.id } },
    last: { last_message_id: result.messages[0].id },
  };
}

const standardAnswer = { title: 'Foreclosure', text: 'At no charge.', language: 'en' };

async function addedAnswer(app: App): Promise<Call> {
  const jar = await signInOnce(app);
  const { body } = await app.call('addStandardAnswer', { jar, body: standardAnswer });
  return { jar, path: { answer_id: body.result.id } };
}

const interest = {
  product: 'insurance',
  address: 'meena@example.org',
  consent_version: interestConsentVersion,
  language: 'en',
};

const createCase = plain(
  { body: person },
  {
    'a name of digits': [{ body: { ...person, name: '12' } }, 400],
    'a missing phone': [{ body: { name: person.name, email: person.email } }, 400],
    'an address without mail': [{ body: { ...person, email: 'a@invalid.example' } }, 400],
    'an unknown field': [{ body: { ...person, role: 'admin' } }, 400],
    'another kind of body': [{ body: 'name=x', headers: { 'content-type': 'text/plain' } }, 415],
    'a megabyte and more': [{ body: JSON.stringify({ ...person, name: 'x'.repeat(1_048_577) }) }, 413],
  },
);

/** A call that saves one student of a new loan. @param changes what is said otherwise of the student */
async function oneStudent(app: App, changes: object = {}): Promise<Call> {
  const { id, token } = await withStudent(app);
  return { token, body: { loan_id: id, student: { ...student(), ...changes } } };
}

const studentCase: Case = {
  good: (app) => oneStudent(app),
  bad: {
    'a fee that is no number': async (app) => [await oneStudent(app, { annual_fee: '30000' }), 400],
    'a fee below the minimum': async (app) => [await oneStudent(app, { annual_fee: 100 }), 400],
    'a course of another institution': async (app) => [
      await oneStudent(app, { institution_course_id: hybrid.course }),
      400,
    ],
    'an unknown field': async (app) => [await oneStudent(app, { isNew: true }), 400],
    'no loan': async () => [{ token: 'none', body: { student: student() } }, 400],
    "a stranger's loan": async (app) => [{ ...(await oneStudent(app)), token: stranger.token ?? '' }, 404],
    'another kind of body': async (app) => [
      { ...(await oneStudent(app)), body: 'id=1', headers: { 'content-type': 'text/plain' } },
      415,
    ],
    'more than 32768 bytes': async (app) => [
      { ...(await oneStudent(app)), body: JSON.stringify({ loan_id: 'x'.repeat(32_769) }) },
      413,
    ],
  },
};

const cases = {
  getInstitute: plain(
    { path: { id: school.id }, query: '?cols=id,name,receipt_upload' },
    {
      'a column that is not one': [{ path: { id: school.id }, query: '?cols=id,password' }, 400],
      'an id of letters': [{ path: { id: 'abc' } }, 400],
      'an id that none has': [{ path: { id: 999_999 } }, 404],
    },
  ),
  searchInstitutes: plain(
    { path: { text: 'tamarind' } },
    { 'two characters': [{ path: { text: 'ta' } }, 400] },
  ),
  listCourses: plain(
    { path: { id: school.id }, query: '?cols=id,title,fee,admission_fee,transport_fee,other_fee' },
    { 'no such institution': [{ path: { id: 999_999 } }, 404] },
  ),
  listCoursesPaged: plain(
    { query: `?institute_id=${school.id}&cols=id,title,fee&page_length=2&page=1` },
    {
      'no such institution': [{ query: '?institute_id=999999' }, 404],
      'an id of letters': [{ query: '?institute_id=abc' }, 400],
      'a column that is not one': [{ query: '?cols=id,margin' }, 400],
      'too long a page': [{ query: '?page_length=101' }, 400],
      'no page': [{ query: '?page=0' }, 400],
    },
  ),
  listCourseOptions: plain(
    { path: { id: school.id } },
    {
      'no such institution': [{ path: { id: 999_999 } }, 404],
      'an id of letters': [{ path: { id: 'abc' } }, 400],
      columns: [{ path: { id: school.id }, query: '?cols=id' }, 400],
    },
  ),
  listEmiOptions: plain(
    { path: { id: school.course } },
    { 'no such course': [{ path: { id: 999_999_999 } }, 404] },
  ),
  startConversation: {
    good: async () => ({ body: supportQuery() }),
    bad: {
      'no query': async () => [{ body: { ...supportQuery(), query: ' ' } }, 400],
      'a query about a lender': async () => [{ body: { ...supportQuery(), lender_id: 15 } }, 400],
      'a grievance about no lender that there is': async () => [
        { body: { ...supportQuery(), kind: 'grievance', lender_id: 99 } },
        400,
      ],
      'a number of nine digits': async () => [{ body: { ...supportQuery(), mobile: '984001234' } }, 400],
      'another kind of body': async () => [{ body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
      'a megabyte and more': async () => [{ body: JSON.stringify({ x: 'x'.repeat(1_048_577) }) }, 413],
      'one too many within a day': async (app) => {
        const body = supportQuery();
        for (let n = 0; n < limits.supportMessagesPerDay; n += 1)
          await app.call('startConversation', { body: { ...body, query: `Question ${n}` } });
        return [{ body }, 429];
      },
    },
  },
  startMyConversation: {
    good: async (app) => {
      const { bearer } = await signedIn(app);
      await app.call('saveProfile', { bearer, body: { name: 'Meena', email: 'meena@example.org' } });
      return { bearer, body: { query: 'When?', language: 'en' } };
    },
    bad: {
      'no profile yet': async (app) => [
        { bearer: (await signedIn(app)).bearer, body: { query: 'When?', language: 'en' } },
        409,
      ],
      'no query': async (app) => [
        { bearer: (await signedIn(app)).bearer, body: { query: '', language: 'en' } },
        400,
      ],
      "another customer's loan": async (app) => {
        const { bearer } = await signedUp(app);
        const { id: loan_id } = await createdLoan(app);
        return [{ bearer, body: { kind: 'grievance', loan_id, query: 'Late', language: 'en' } }, 400];
      },
    },
  },
  continueMyConversation: {
    good: async (app) => {
      const { path } = (await atTheDesk(app)).call;
      return { bearer: (await customerOf(app)).bearer, path, body: { text: 'Still waiting' } };
    },
    bad: {
      'nothing said': async (app) => {
        const { path } = (await atTheDesk(app)).call;
        return [{ bearer: (await customerOf(app)).bearer, path, body: { text: ' ' } }, 400];
      },
      'no profile yet': async (app) => {
        const { path } = (await atTheDesk(app)).call;
        return [{ bearer: (await signedIn(app)).bearer, path, body: { text: 'Mine' } }, 409];
      },
      'one that is not there': async (app) => [
        { bearer: (await customerOf(app)).bearer, ...noConversation, body: { text: 'Mine' } },
        404,
      ],
    },
  },
  listMyConversations: {
    good: async (app) => ({ bearer: (await signedIn(app)).bearer }),
    bad: {
      'an unknown parameter': async (app) => [{ bearer: (await signedIn(app)).bearer, query: '?x=1' }, 400],
    },
  },
  readGrievanceRedressal: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  listConversations: {
    good: async (app) => ({ jar: await signInOnce(app), query: '?state=open&page=1&page_length=25' }),
    bad: {
      'no state': async (app) => [{ jar: await signInOnce(app), query: '?page=1&page_length=25' }, 400],
    },
  },
  readConversation: {
    good: async (app) => (await atTheDesk(app)).call,
    bad: {
      'one that is not there': async (app) => [{ ...(await atTheDesk(app)).call, ...noConversation }, 404],
    },
  },
  answerConversation: {
    good: async (app) => {
      const { call, last } = await atTheDesk(app);
      return { ...call, body: { text: 'Tomorrow.', ...last } };
    },
    bad: {
      'an empty answer': async (app) => {
        const { call, last } = await atTheDesk(app);
        return [{ ...call, body: { text: ' ', ...last } }, 400];
      },
      'one that is not there': async (app) => {
        const { call, last } = await atTheDesk(app);
        return [{ ...call, ...noConversation, body: { text: 'Tomorrow.', ...last } }, 404];
      },
      'an outcome of a query': async (app) => {
        const { call, last } = await atTheDesk(app);
        return [{ ...call, body: { text: 'Tomorrow.', outcome: 'resolved', ...last } }, 400];
      },
      'an answer to something else': async (app) => {
        const { call } = await atTheDesk(app);
        return [{ ...call, body: { text: 'Tomorrow.', last_message_id: crypto.randomUUID() } }, 409];
      },
    },
  },
  closeConversation: {
    good: async (app) => {
      const { call, last } = await atTheDesk(app);
      return { ...call, body: last };
    },
    bad: {
      'one that is not there': async (app) => {
        const { call, last } = await atTheDesk(app);
        return [{ ...call, ...noConversation, body: last }, 404];
      },
      'something written since': async (app) => {
        const { call } = await atTheDesk(app);
        return [{ ...call, body: { last_message_id: crypto.randomUUID() } }, 409];
      },
    },
  },
  listStandardAnswers: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'an unknown parameter': async (app) => [{ jar: await signInOnce(app), query: '?x=1' }, 400] },
  },
  addStandardAnswer: {
    good: async (app) => ({ jar: await signInOnce(app), body: standardAnswer }),
    bad: {
      'no title': async (app) => [
        { jar: await signInOnce(app), body: { ...standardAnswer, title: ' ' } },
        400,
      ],
      'no text': async (app) => [{ jar: await signInOnce(app), body: { ...standardAnswer, text: '' } }, 400],
      'a reviewer who is no senior': async (app) => [
        { jar: (await signInAs(app, 'Latha R', 'reviewer')).jar, body: standardAnswer },
        403,
      ],
    },
  },
  updateStandardAnswer: {
    good: async (app) => ({ ...(await addedAnswer(app)), body: { ...standardAnswer, title: 'Another' } }),
    bad: {
      'no text': async (app) => [
        { ...(await addedAnswer(app)), body: { ...standardAnswer, text: ' ' } },
        400,
      ],
      'one that is not there': async (app) => [
        { ...(await addedAnswer(app)), path: { answer_id: crypto.randomUUID() }, body: standardAnswer },
        404,
      ],
    },
  },
  deleteStandardAnswer: {
    good: addedAnswer,
    bad: {
      'an unknown parameter': async (app) => [{ ...(await addedAnswer(app)), query: '?x=1' }, 400],
    },
  },
  registerInterest: plain(
    { body: interest },
    {
      'no product of ours': [{ body: { ...interest, product: 'gold' } }, 400],
      'a number of nine digits': [{ body: { ...interest, address: '984001234' } }, 400],
      'an address without a domain': [{ body: { ...interest, address: 'meena@' } }, 400],
      'a consent to other words': [{ body: { ...interest, consent_version: '2020-01-01' } }, 400],
      'no consent': [{ body: { ...interest, consent_version: undefined } }, 400],
      'an unknown field': [{ body: { ...interest, name: 'Meena' } }, 400],
      'another kind of body': [{ body: 'x', headers: { 'content-type': 'text/plain' } }, 415],
      'a megabyte and more': [{ body: JSON.stringify({ ...interest, x: 'x'.repeat(1_048_577) }) }, 413],
    },
  ),
  listStates: plain(
    { query: '?page_length=100&page=1' },
    { 'too long a page': [{ query: '?page_length=101' }, 400] },
  ),
  listCities: plain(
    { path: { state_id: 33 }, query: '?cols=city_master.id,city_master.name' },
    { 'no such state': [{ path: { state_id: 999 } }, 404] },
  ),
  listStatesV2: plain(
    { query: '?page_length=10&page=4' },
    {
      'too long a page': [{ query: '?page_length=101' }, 400],
      'an empty page': [{ query: '?page_length=0' }, 400],
      'a page of letters': [{ query: '?page=first' }, 400],
    },
  ),
  listCitiesV2: plain(
    { path: { id: 33 }, query: '?cols=city_master.id,city_master.name' },
    {
      'no such state': [{ path: { id: 999 } }, 404],
      'a column that is not one': [{ path: { id: 33 }, query: '?cols=city_master.mayor' }, 400],
    },
  ),
  getStateByName: plain(
    { path: { name: ' tamil  NADU' } },
    {
      'no such state': [{ path: { name: 'Tamil' } }, 404],
      'too long a name': [{ path: { name: 'x'.repeat(101) } }, 400],
    },
  ),
  getPincode: plain(
    { path: { pincode: '600004' } },
    { 'no such pincode': [{ path: { pincode: '999999' } }, 404] },
  ),
  listBanks: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  verifyEmail: plain(
    { path: { email: person.email } },
    { 'no marker': [{ path: { email: person.email }, headers: { 'x-auth-type': undefined } }, 401] },
  ),
  requestReentry: {
    good: async (app) => ({ path: { id: (await withStudent(app)).id } }),
    bad: {
      'another one a moment later': async (app) => {
        const path = { id: (await withStudent(app)).id };
        await app.call('requestReentry', { path });
        return [{ path }, 429];
      },
      'an unknown parameter': async () => [{ path: { id: 'x' }, query: '?mobile=1' }, 400],
    },
  },
  reenterLoan: {
    good: async (app) => reentered(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await reentered(app, {});
        return [{ ...call, body: { otp: otherThan(await passwordOf(app, String(call.path?.id))) } }, 400];
      },
      'a loan that nobody asked for': async () => [{ path: { id: 'x' }, body: { otp: '123456' } }, 400],
      'no password': async (app) => [await reentered(app, { otp: ' ' }), 400],
      'a missing password': async (app) => [await reentered(app, { otp: undefined }), 400],
      'a password of a number': async (app) => [await reentered(app, { otp: 123456 }), 400],
      'too long a password': async (app) => [await reentered(app, { otp: '1'.repeat(21) }), 400],
      'an unknown field': async (app) => [await reentered(app, { mobile: '9840012345' }), 400],
      'another kind of body': async () => [
        { path: { id: 'x' }, body: 'otp=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'a megabyte and more': async () => [
        { path: { id: 'x' }, body: JSON.stringify({ otp: '1'.repeat(1_048_577) }) },
        413,
      ],
      'a sixth guess in a day': async (app) => {
        const call = await reentered(app, {});
        const guess = { ...call, body: { otp: otherThan(await passwordOf(app, String(call.path?.id))) } };
        for (let n = 0; n < 5; n += 1) await app.call('reenterLoan', guess);
        return [guess, 429];
      },
    },
  },
  createLoan: createCase,
  createLoanByWiderName: createCase,
  createTestLoan: createCase,
  getLoan: {
    good: async (app) => opened(await withStudent(app)),
    bad: {
      'another loan': async (app) => [{ ...opened(await withStudent(app)), path: { id: 'x' } }, 404],
      'no token': async (app) => [{ path: { id: (await withStudent(app)).id } }, 404],
    },
  },
  saveStudents: {
    good: async (app) => ({
      ...opened(await withStudent(app)),
      body: { data: { 'el_details.students': [student()] } },
    }),
    bad: {
      'a fee that is no number': async (app) => [
        {
          ...opened(await withStudent(app)),
          body: { data: { 'el_details.students': [{ ...student(), annual_fee: '30000' }] } },
        },
        400,
      ],
      'a stranger': async () => [{ ...stranger, body: { data: {} } }, 404],
    },
  },
  saveStudentV2: studentCase,
  saveStudentV3: studentCase,
  saveApplication: {
    good: async (app) => ({ ...opened(await withStudent(app)), body: { data: application() } }),
    bad: {
      'no consent': async (app) => [
        {
          ...opened(await withStudent(app)),
          body: { data: { ...application(), customerConsent: false } },
        },
        400,
      ],
      'a stranger': async () => [{ ...stranger, body: { data: application() } }, 404],
    },
  },
  issueStorageCredentials: {
    good: async (app) => opened(await someLoan(app)),
    bad: {
      'a stranger': async () => [stranger, 404],
      'an application that the lender has decided': async (app) => {
        const loan = await submitted(app);
        await push(app, loan);
        return [opened(loan), 409];
      },
    },
  },
  listDocuments: {
    good: async (app) => opened(await someLoan(app)),
    bad: { 'a stranger': async () => [stranger, 404] },
  },
  addDocument: {
    good: async (app) => added(app, contentOf('png')),
    bad: {
      'what is not in the store': async (app) => {
        const { id, token } = await someLoan(app);
        return [{ token, body: addDocumentBody(id, 'fee_receipt', contentOf('png', [1])) }, 400];
      },
      'a type that there is not': async (app) => [await added(app, contentOf('png'), { type: 'photo' }), 400],
      'no hash': async (app) => [await added(app, contentOf('png'), { e_tag: 'x' }), 400],
      'an unknown field': async (app) => [await added(app, contentOf('png'), { name: 'receipt.png' }), 400],
      'too long a password': async (app) => [
        await added(app, contentOf('png'), { password: 'x'.repeat(201) }),
        400,
      ],
      'a text': async (app) => [await added(app, contentOf('text')), 415],
      'more than 5242880 bytes': async (app) => [await added(app, Buffer.alloc(5_242_881)), 413],
      'another kind of body': async (app) => [
        {
          ...(await added(app, contentOf('png'))),
          body: 'key=x',
          headers: { 'content-type': 'text/plain' },
        },
        415,
      ],
      'a megabyte and more': async (app) => [
        { ...(await added(app, contentOf('png'))), body: JSON.stringify({ key: 'x'.repeat(1_048_577) }) },
        413,
      ],
      "a stranger's loan": async (app) => [
        { ...(await added(app, contentOf('png'))), token: stranger.token ?? '' },
        404,
      ],
    },
  },
  addressOfDocument: {
    good: async (app) => document(await withReceipt(app)),
    bad: {
      'a document that the loan has not': async (app) => [document(await withStudent(app)), 404],
      'a type that there is not': async (app) => [document(await someLoan(app), 'photo'), 400],
    },
  },
  removeDocument: {
    good: async (app) => document(await withReceipt(app)),
    bad: {
      'a stranger': async () => [{ ...stranger, ...document({ id: 'x', token: 'none' }) }, 404],
      'a type that there is not': async (app) => [document(await someLoan(app), 'photo'), 400],
    },
  },
  listDocumentsByReason: plain(
    { path: { reason: 'income' } },
    { 'a reason that there is not': [{ path: { reason: 'curiosity' } }, 400] },
  ),
  saveFeeReceipt: {
    good: async (app) => {
      const loan = await withReceipt(app);
      return { ...opened(loan), body: { loan_id: loan.id, fee_receipt: loan.receipt.key } };
    },
    bad: {
      'a key that nobody added': async (app) => {
        const loan = await someLoan(app);
        return [{ ...opened(loan), body: { loan_id: loan.id, fee_receipt: 'other/fee_receipt' } }, 400];
      },
    },
  },
  getDraft: {
    good: async (app) => draft(await withStudent(app)),
    bad: { 'no such step': async (app) => [draft({ ...(await withStudent(app)), step: 'success' }), 400] },
  },
  keepDraft: {
    good: async (app) => ({
      ...draft(await withStudent(app)),
      headers: { 'if-match': '0' },
      body: { body: { students: [{ student_name: 'Ka' }] } },
    }),
    bad: {
      'no version': async (app) => [{ ...draft(await withStudent(app)), body: { body: {} } }, 400],
      'a version that is gone': async (app) => [
        { ...draft(await withStudent(app)), headers: { 'if-match': '7' }, body: { body: {} } },
        412,
      ],
    },
  },
  createOnLender: {
    good: async (app) => {
      const { token, loan } = await submitted(app);
      return { path: { lender_id: 15 }, token, body: pushRequestOf(loan) };
    },
    bad: {
      'another lender': async (app) => {
        const { token, loan } = await submitted(app);
        return [{ path: { lender_id: 11 }, token, body: pushRequestOf(loan) }, 404];
      },
      'a PAN that was not saved': async (app) => {
        const { token, loan } = await submitted(app);
        return [
          { path: { lender_id: 15 }, token, body: { ...pushRequestOf(loan), panNo: 'ABCDE0001F' } },
          409,
        ];
      },
      'a lender with a fault': async (app) => {
        const { token, loan } = await submitted(app, '0500');
        return [{ path: { lender_id: 15 }, token, body: pushRequestOf(loan) }, 502];
      },
      'a lender that is silent': async (app) => {
        const { token, loan } = await submitted(app, '5504');
        return [{ path: { lender_id: 15 }, token, body: pushRequestOf(loan) }, 504];
      },
    },
  },
  refreshVerdict: {
    good: async (app) => {
      const { token, loan } = await submitted(app, '0003');
      const body = pushRequestOf(loan);
      await app.call('createOnLender', { path: { lender_id: 15 }, token, body });
      return { path: { id: loan.loan_id }, token };
    },
    bad: {
      'a loan without a verdict': async (app) => {
        const { token, loan } = await submitted(app);
        return [{ path: { id: loan.loan_id }, token }, 409];
      },
    },
  },
  requestOtp: {
    good: async () => ({ body: { mobile: newMobile() } }),
    bad: {
      'nine digits': async () => [{ body: { mobile: '984001234' } }, 400],
      'another one a moment later': async (app) => {
        const body = { mobile: newMobile() };
        await app.call('requestOtp', { body });
        return [{ body }, 429];
      },
      'no number': async () => [{ body: {} }, 400],
      'a language that there is not': async () => [{ body: { mobile: newMobile(), language: 'xx' } }, 400],
      'another kind of body': async () => [
        { body: 'mobile=1', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'more than 4096 bytes': async () => [{ body: { mobile: '9'.repeat(5000) } }, 413],
    },
  },
  signInCustomer: {
    good: async (app) => signInBody(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await signInBody(app, {});
        const { mobile, otp } = call.body as { mobile: string; otp: string };
        return [{ body: { mobile, otp: otherThan(otp) } }, 400];
      },
      'a number that nobody asked for': async () => [{ body: { mobile: newMobile(), otp: '123456' } }, 400],
      'a password that was used': async (app) => {
        const call = await signInBody(app, {});
        await app.call('signInCustomer', call);
        return [call, 400];
      },
      'no password': async (app) => [await signInBody(app, { otp: ' ' }), 400],
      'an unknown field': async (app) => [await signInBody(app, { role: 'partner' }), 400],
      'another kind of body': async () => [{ body: 'otp=1', headers: { 'content-type': 'text/plain' } }, 415],
      'more than 4096 bytes': async () => [{ body: { otp: '1'.repeat(5000) } }, 413],
    },
  },
  refreshSession: {
    good: async (app) => ({ jar: (await signedIn(app)).jar }),
    bad: {
      'no cookie': async () => [{}, 401],
      'a cookie that opens nothing': async () => [{ headers: { cookie: 'feepath_customer=x' } }, 401],
      'a session that was signed out': async (app) => {
        const { jar } = await signedIn(app);
        await app.call('signOutCustomer', { jar: { ...jar } });
        return [{ jar }, 401];
      },
    },
  },
  signOutCustomer: plain({}, { 'an unknown parameter': [{ query: '?x=1' }, 400] }),
  listSessions: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  endSession: {
    good: async (app) => {
      const { bearer } = await signedIn(app);
      const [{ id }] = (await app.call('listSessions', { bearer })).body.result;
      return { bearer, path: { id } };
    },
    bad: {
      'a session of nobody': async (app) => [{ ...(await withBearer(app)), path: stranger.path ?? {} }, 404],
      'a session of another customer': async (app) => {
        const { bearer } = await signedIn(app);
        const [{ id }] = (await app.call('listSessions', { bearer })).body.result;
        return [{ ...(await withBearer(app)), path: { id } }, 404];
      },
      'an id that is none': async (app) => [{ ...(await withBearer(app)), path: { id: 'x' } }, 400],
    },
  },
  endSessions: {
    good: async (app) => ({ bearer: (await signedIn(app)).bearer }),
    bad: {
      'a session that ended': async (app) => {
        const { bearer } = await signedIn(app);
        await app.call('endSessions', { bearer });
        return [{ bearer }, 401];
      },
    },
  },
  readPartner: onPartner(),
  countPartnerApplications: onPartner({ 'a period that there is not': '?by=month' }),
  listPartnerApplications: onPartner({
    'too long a page': '?page_length=101',
    'a status that there is not': '?status=lost',
  }),
  exportPartnerApplications: onPartner({ 'a status that there is not': '?status=lost' }),
  readProfile: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  saveProfile: {
    good: async (app) => ({
      ...(await withBearer(app)),
      body: { name: 'Meenakshi Sundaram', email: person.email, language: 'ta' },
    }),
    bad: {
      'no name': async (app) => [
        { ...(await withBearer(app)), body: { name: ' ', email: person.email } },
        400,
      ],
      'an address without mail': async (app) => [
        { ...(await withBearer(app)), body: { name: person.name, email: 'a@invalid.example' } },
        400,
      ],
      'a number': async (app) => [
        { ...(await withBearer(app)), body: { name: person.name, email: person.email, mobile: '9' } },
        400,
      ],
    },
  },
  requestMobileChange: {
    good: async (app) => ({ bearer: (await signedIn(app)).bearer, body: { mobile: newMobile() } }),
    bad: {
      'the present number': async (app) => {
        const { bearer, mobile } = await signedIn(app);
        return [{ bearer, body: { mobile } }, 400];
      },
      'another one a moment later': async (app) => {
        const call = { bearer: (await signedIn(app)).bearer, body: { mobile: newMobile() } };
        await app.call('requestMobileChange', call);
        return [call, 429];
      },
    },
  },
  changeMobile: {
    good: async (app) => changedMobile(app, {}),
    bad: {
      'a wrong password of the present number': async (app) => [
        await changedMobile(app, { otp: '000000' }),
        400,
      ],
      'no password of the next number': async (app) => [await changedMobile(app, { new_otp: '' }), 400],
      'another number than the one that was asked for': async (app) => [
        await changedMobile(app, { mobile: newMobile() }),
        400,
      ],
      'the number of another customer': async (app) => {
        const { mobile } = await signedIn(app);
        return [await changedMobile(app, {}, mobile), 409];
      },
    },
  },
  listMyLoans: {
    good: async (app) => ({ ...(await withBearer(app)), query: '?page=1&page_length=5&sort=status' }),
    bad: {
      'a page before the first': async (app) => [{ ...(await withBearer(app)), query: '?page=0' }, 400],
      'too long a page': async (app) => [{ ...(await withBearer(app)), query: '?page_length=101' }, 400],
      'an order that there is not': async (app) => [{ ...(await withBearer(app)), query: '?sort=name' }, 400],
    },
  },
  readMyLoan: onMyLoan(),
  readMyLoanV2: onMyLoan(),
  readLoanById: onMyLoan(),
  createMyLoan: {
    good: async (app) => ({ ...(await withBearer(app)), body: { institute_id: school.id, language: 'ta' } }),
    bad: {
      'a sign-up that is not complete': async (app) => [
        { bearer: (await signedIn(app)).bearer, body: {} },
        409,
      ],
      'a name of its own': async (app) => [{ ...(await withBearer(app)), body: { name: 'Asha' } }, 400],
      'an Idempotency-Key that is none': async (app) => [
        { ...(await withBearer(app)), headers: { 'idempotency-key': 'x' }, body: {} },
        400,
      ],
    },
  },
  updateMyStudents: {
    good: async (app) => ({
      ...(await myLoan(app)),
      body: {
        data: { 'el_details.institution_id': school.id, 'el_details.students': [student()] },
      },
    }),
    bad: {
      'a fee that is no number': async (app) => [
        {
          ...(await myLoan(app)),
          body: { data: { 'el_details.students': [{ ...student(), annual_fee: '30000' }] } },
        },
        400,
      ],
      'a loan of nobody': async (app) => [
        { ...(await withBearer(app)), path: stranger.path ?? {}, body: { data: {} } },
        404,
      ],
    },
  },
  listClaimableLoans: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  requestClaim: {
    good: async (app) => claimable(app),
    bad: {
      'another one a moment later': async (app) => {
        const call = await claimable(app);
        await app.call('requestClaim', call);
        return [call, 429];
      },
      'a loan with another number': async (app) => [
        { ...(await withBearer(app)), path: { id: (await someLoan(app)).id } },
        404,
      ],
    },
  },
  claimLoan: {
    good: async (app) => claimed(app, {}),
    bad: {
      'a wrong password': async (app) => {
        const call = await claimed(app, {});
        const { otp } = call.body as { otp: string };
        return [{ ...call, body: { otp: otherThan(otp) } }, 400];
      },
      'no password': async (app) => [await claimed(app, { otp: '' }), 400],
      'a loan that was claimed': async (app) => {
        const call = await claimed(app, {});
        await app.call('claimLoan', call);
        return [call, 404];
      },
    },
  },
  listAgreements: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  listOffers: {
    good: async (app) => callOf(await offered(app)),
    bad: {
      'another one’s loan': async (app) => [
        { ...callOf(await offered(app)), ...(await withBearer(app)) },
        404,
      ],
    },
  },
  createKeyFacts: {
    good: async (app) => ({ ...(await offerCall(app)), body: { language: 'en' } }),
    bad: {
      'an offer that there is not': async (app) => [
        { ...(await offerCall(app, 'none')), body: { language: 'en' } },
        404,
      ],
      'a language that there is not': async (app) => [
        { ...(await offerCall(app)), body: { language: 'fr' } },
        400,
      ],
      'more than 1024 bytes': async (app) => [
        { ...(await offerCall(app)), body: JSON.stringify({ language: 'x'.repeat(1025) }) },
        413,
      ],
      'another kind of body': async (app) => [
        { ...(await offerCall(app)), body: 'x', headers: { 'content-type': 'text/plain' } },
        415,
      ],
    },
  },
  acknowledgeKeyFacts: {
    good: async (app) => ({ ...(await documentCall(app)), body: { sha256: '0'.repeat(64) } }),
    bad: {
      'another hash': async (app) => [
        { ...(await documentCall(app)), body: { sha256: '1'.repeat(64) } },
        409,
      ],
      'no hash': async (app) => [{ ...(await documentCall(app)), body: { sha256: 'x' } }, 400],
      'a document that there is not': async (app) => [
        { ...(await documentCall(app, 'none')), body: { sha256: '0'.repeat(64) } },
        404,
      ],
    },
  },
  readIssuedDocument: {
    good: (app) => documentCall(app),
    bad: { 'a document that there is not': async (app) => [await documentCall(app, 'none'), 404] },
  },
  acceptOffer: {
    good: acceptanceCall,
    bad: {
      'no consent': async (app) => {
        const call = await acceptanceCall(app);
        return [{ ...call, body: { ...(call.body as object), consents: [] } }, 400];
      },
      'a consent to other words': async (app) => {
        const call = await acceptanceCall(app);
        const consents = consentsTo().map((one) => ({ ...one, version: '2020-01-01' }));
        return [{ ...call, body: { ...(call.body as object), consents } }, 400];
      },
      'key facts that nobody has read': async (app) => {
        const loan = await approvedLoan(app);
        await exchange(app, loan);
        const call = await acceptanceCall(app, loan);
        return [{ ...call, body: { ...(call.body as object), key_facts_id: 'none' } }, 409];
      },
      'an offer that there is not': async (app) => [
        { ...(await acceptanceCall(app)), ...(await offerCall(app, 'none')) },
        404,
      ],
    },
  },
  readServicing: {
    good: async (app) => callOf(await accepted(app)),
    bad: { 'no offer that was accepted': async (app) => [callOf(await unaccepted(app)), 404] },
  },
  requestCancellation: {
    good: async (app) => callOf(await acceptedLoan(app)),
    bad: { 'no offer that was accepted': async (app) => [callOf(await unaccepted(app)), 404] },
  },
  listInvoices: {
    good: async (app) => ({ ...callOf(await disbursed(app)), query: '?state=unpaid' }),
    bad: {
      'a loan that is not paid out': async (app) => [callOf(await accepted(app)), 409],
      'a state that there is not': async (app) => [
        { ...callOf(await disbursed(app)), query: '?state=late' },
        400,
      ],
    },
  },
  readForeclosureQuote: {
    good: async (app) => callOf(await disbursed(app)),
    bad: { 'a loan that is not paid out': async (app) => [callOf(await accepted(app)), 409] },
  },
  createStatement: {
    good: async (app) => ({ ...callOf(await disbursed(app)), body: { language: 'ta' } }),
    bad: {
      'a loan that is not paid out': async (app) => [
        { ...callOf(await accepted(app)), body: { language: 'ta' } },
        409,
      ],
      'a language that there is not': async (app) => [
        { ...callOf(await disbursed(app)), body: { language: 'xx' } },
        400,
      ],
    },
  },
  listConsents: {
    good: async (app) => withBearer(app),
    bad: { 'an unknown parameter': async (app) => [{ ...(await withBearer(app)), query: '?x=1' }, 400] },
  },
  withdrawConsent: {
    good: async (app) => {
      const { bearer } = await acceptedLoan(app);
      const [consent] = (await app.call('listConsents', { bearer })).body.result;
      return { bearer, path: { id: consent.consent_id } };
    },
    bad: {
      'a consent that there is not': async (app) => [{ ...(await withBearer(app)), path: { id: 'x' } }, 404],
    },
  },
  readLenderLoans: {
    good: async (app) => deskCall(app, await accepted(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  },
  moveLenderLoan: {
    good: async (app) => ({ ...(await deskCall(app, await accepted(app))), body: { lender_id: 15 } }),
    bad: {
      'a lender that the loan is not at': async (app) => [
        { ...(await deskCall(app, await accepted(app))), body: { lender_id: 7 } },
        404,
      ],
      'a stage': async (app) => [
        { ...(await deskCall(app, await accepted(app))), body: { lender_id: 15, stage: 'closed' } },
        400,
      ],
    },
  },
  addressOfIssuedDocument: {
    good: async (app) => {
      const { jar, path } = await deskCall(app, await accepted(app));
      const { result } = (await app.call('readLenderLoans', { jar, path })).body;
      const [document] = result.flatMap(({ documents }: { documents: object[] }) => documents);
      return { jar, path: { ...path, document_id: document.document_id } };
    },
    bad: {
      'a document that there is not': async (app) => {
        const { jar, path } = await deskCall(app, await accepted(app));
        return [{ jar, path: { ...path, document_id: 'x' } }, 404];
      },
    },
  },
  listHeldPayments: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'an unknown parameter': async (app) => [{ jar: await signInOnce(app), query: '?x=1' }, 400] },
  },
  decidePayment: {
    good: async (app) => aboutHeldPayment(app),
    bad: {
      'a decision that there is not': async (app) => [
        await aboutHeldPayment(app, { decision: 'keep', amount_paise: 100 }),
        400,
      ],
      'no amount': async (app) => [await aboutHeldPayment(app, { decision: 'refund' }), 400],
      'another amount': async (app) => [
        await aboutHeldPayment(app, { decision: 'refund', amount_paise: 99 }),
        409,
      ],
      'a payment that there is not': async (app) => {
        const { jar, path, body } = await aboutHeldPayment(app);
        return [{ jar, path: { ...path, payment_id: 'none' }, body }, 404];
      },
    },
  },
  checkLenderPayments: {
    good: async (app) => deskCall(app, await disbursed(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  },
  listAllInvoices: onInvoices(),
  listUnpaidInvoices: onInvoices(),
  listPaidInvoices: onInvoices(),
  currentReviewer: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'a session that ended': async (app) => [{ jar: await signedOut(app) }, 401] },
  },
  signIn: plain(
    { body: { email: demoReviewer.email, password: demoReviewer.password } },
    {
      'a wrong password': [{ body: { email: 'wrong@feepath.example', password: 'wrong' } }, 401],
      'no password': [{ body: { email: demoReviewer.email, password: '' } }, 400],
      'an address of spaces': [{ body: { email: ' ', password: 'x' } }, 400],
      'a missing address': [{ body: { password: 'x' } }, 400],
      'a number for a password': [{ body: { email: demoReviewer.email, password: 12 } }, 400],
      'an unknown field': [{ body: { ...demoReviewer } }, 400],
      'too long an address': [{ body: { email: 'a'.repeat(255), password: 'x' } }, 400],
      'too long a password': [{ body: { email: demoReviewer.email, password: 'x'.repeat(1001) } }, 400],
      'another kind of body': [{ body: 'email=x', headers: { 'content-type': 'text/plain' } }, 415],
      'a megabyte and more': [{ body: JSON.stringify({ email: 'x'.repeat(1_048_577) }) }, 413],
    },
  ),
  readInvitation: {
    good: async (app) => ({ body: { token: (await invited(app)).token } }),
    bad: {
      'an unknown token': async () => [{ body: { token: 'none' } }, 404],
      'too long a token': async () => [{ body: { token: 'x'.repeat(101) } }, 400],
    },
  },
  acceptInvitation: {
    good: async (app) => ({ body: await invited(app) }),
    bad: {
      'an unknown token': async (app) => [{ body: { ...(await invited(app)), token: 'none' } }, 404],
      'a short password': async (app) => [{ body: { ...(await invited(app)), password: 'short' } }, 400],
      'a wrong code': async (app) => [{ body: { ...(await invited(app)), code: 'x' } }, 400],
    },
  },
  changePassword: {
    good: async (app) => {
      const { jar, password } = await signInAs(app, 'Latha R');
      return { jar, body: { password, new_password: 'four plain words together' } };
    },
    bad: {
      'a wrong password': async (app) => {
        const { jar } = await signInAs(app, 'Latha R');
        return [{ jar, body: { password: 'wrong', new_password: 'four plain words together' } }, 400];
      },
      'a short one': async (app) => {
        const { jar, password } = await signInAs(app, 'Latha R');
        return [{ jar, body: { password, new_password: 'short' } }, 400];
      },
    },
  },
  replaceSecondFactor: {
    good: async (app) => {
      const { jar, password } = await signInAs(app, 'Latha R');
      return { jar, body: { password } };
    },
    bad: {
      'a wrong password': async (app) => [
        { jar: (await signInAs(app, 'Latha R')).jar, body: { password: 'wrong' } },
        400,
      ],
    },
  },
  signOut: {
    good: async (app) => ({ jar: await signInAgain(app) }),
    bad: { 'a session that ended': async (app) => [{ jar: await signedOut(app) }, 401] },
  },
  searchApplications: {
    good: async (app) => ({ jar: await signInOnce(app), body: { page_length: 100 } }),
    bad: {
      'no cursor': async (app) => [
        { jar: await signInOnce(app), body: { after: 'x', page_length: 20 } },
        400,
      ],
      'too long a page': async (app) => [{ jar: await signInOnce(app), body: { page_length: 101 } }, 400],
      'a stage that there is not': async (app) => [
        { jar: await signInOnce(app), body: { page_length: 20, stage: 'lost' } },
        400,
      ],
      'too long a text': async (app) => [
        { jar: await signInOnce(app), body: { page_length: 20, text: 'x'.repeat(101) } },
        400,
      ],
    },
  },
  receiveLenderEvent: {
    good: async (app) => signedEvent(app, { reference: 'none' }),
    bad: {
      'no reference': async (app) => [signedEvent(app, {}), 400],
      'a lender that there is not': async (app) => [
        { ...signedEvent(app, { reference: 'none' }), path: { lender_id: 99 } },
        401,
      ],
      'more than 4096 bytes': async (app) => [signedEvent(app, { reference: 'x'.repeat(5000) }), 413],
    },
  },
  ...providerCases,
  getApplication: onDesk(),
  getTimeline: onDesk(),
  keepPresence: onDesk(),
  actOnApplication: {
    good: async (app) => acts(app, { raise: [question('personal_details.pan')] }),
    bad: {
      'no version': async (app) => [await acts(app, { version: undefined, accept: [] }), 400],
      'nothing to do': async (app) => [await acts(app, { raise: [], accept: [] }), 400],
      'a reason that there is not': async (app) => [
        await acts(app, { raise: [{ ...question('personal_details.pan'), reason: 'mood' }] }),
        400,
      ],
      'a field that there is not': async (app) => [await acts(app, { raise: [question('status')] }), 400],
      'a query of nobody': async (app) => [await acts(app, { accept: ['x'] }), 404],
      'a version that is gone': async (app) => [
        await acts(app, { version: 0, raise: [question('personal_details.pan')] }),
        409,
      ],
    },
  },
  pushApplication: {
    good: async (app) => ordered(app, '1234'),
    bad: {
      'a lender with a fault': async (app) => [await ordered(app, '0500'), 502],
      'a lender that is silent': async (app) => [await ordered(app, '5504'), 504],
      'what the lender has answered': async (app) => {
        const call = await ordered(app, '1234');
        await app.call('pushApplication', call);
        return [call, 409];
      },
      'what was read before it changed': async (app) => {
        const call = await ordered(app, '1234');
        return [{ ...call, body: { version: 0 } }, 409];
      },
      'no version': async (app) => [{ ...(await ordered(app, '1234')), body: {} }, 400],
      'an application of nobody': async (app) => [
        { ...stranger, jar: await signInOnce(app), body: { version: 1 } },
        404,
      ],
      'another kind of body': async (app) => [
        { ...(await ordered(app, '1234')), body: 'x', headers: { 'content-type': 'text/plain' } },
        415,
      ],
      'a megabyte and more': async (app) => [
        { ...(await ordered(app, '1234')), body: JSON.stringify({ version: 1, x: 'x'.repeat(1_048_577) }) },
        413,
      ],
    },
  },
  addressOfContent: {
    good: async (app) => {
      const { id, receipt } = await sentWithReceipt(app);
      const path = { id, document_type: 'fee_receipt', e_tag: receipt.e_tag };
      return { path, jar: await signInOnce(app) };
    },
    bad: {
      'a content of nobody': async (app) => {
        const path = { id: (await submitted(app)).id, document_type: 'fee_receipt', e_tag: 'a'.repeat(64) };
        return [{ path, jar: await signInOnce(app) }, 404];
      },
      'another name than a hash': async (app) => {
        const path = { id: (await submitted(app)).id, document_type: 'fee_receipt', e_tag: '../../db' };
        return [{ path, jar: await signInOnce(app) }, 400];
      },
    },
  },
  showDocumentPassword: {
    good: async (app) => {
      const { path } = await submittedWithLockedStatement(app);
      return { path, jar: await signInOnce(app) };
    },
    bad: {
      'a content that opens without': async (app) => {
        const { id, receipt } = await sentWithReceipt(app);
        const path = { id, document_type: 'fee_receipt', e_tag: receipt.e_tag };
        return [{ path, jar: await signInOnce(app) }, 404];
      },
      'another name than a hash': async (app) => {
        const path = { id: (await submitted(app)).id, document_type: 'fee_receipt', e_tag: '../../db' };
        return [{ path, jar: await signInOnce(app) }, 400];
      },
    },
  },
} satisfies Record<OperationId, Case>;

/** Gets back into a loan by the password that was sent, but for `changes` of the body. */
async function reentered(app: App, changes: object): Promise<Call> {
  const path = { id: (await withStudent(app)).id };
  await app.call('requestReentry', { path });
  return { path, body: { otp: await passwordOf(app, path.id), ...changes } };
}

const partnerMember = once(async (app) => {
  const customer = await signedIn(app);
  const { mobile } = customer;
  await addPartnerMember(app.db, { mobile, partnerId: demoPartnerId, now: app.clock.now() });
  return customer;
});

/** What a partner's member sees. @param bad queries that are refused */
function onPartner(bad: Record<string, string> = {}): Case {
  const asMember = async (app: App, query = ''): Promise<Call> => ({
    bearer: (await partnerMember(app)).bearer,
    query,
  });
  return {
    good: (app) => asMember(app, '?test=true'),
    bad: {
      'an unknown parameter': async (app) => [await asMember(app, '?x=1'), 400],
      'a customer who is no member': async (app) => [await withBearer(app), 403],
      ...Object.fromEntries(
        Object.entries(bad).map(([name, query]) => [
          name,
          async (app: App): Promise<[Call, number]> => [await asMember(app, query), 400],
        ]),
      ),
    },
  };
}

const withBearer = async (app: App): Promise<Call> => ({ bearer: (await customerOf(app)).bearer });

/** A loan of the customer of all tests. */
async function myLoan(app: App): Promise<Call> {
  const call = await withBearer(app);
  const { body } = await app.call('createMyLoan', { ...call, body: {} });
  return { ...call, path: { id: body.result.loan_id } };
}

/** What takes a customer's loan by its id and nothing else. */
function onMyLoan(): Case {
  return {
    good: myLoan,
    bad: {
      'a loan of nobody': async (app) => [{ ...(await withBearer(app)), path: stranger.path ?? {} }, 404],
      'a loan of another customer': async (app) => {
        const { path } = await myLoan(app);
        return [{ bearer: (await signedIn(app)).bearer, path: path ?? {} }, 404];
      },
    },
  };
}

/** A loan that was created with the number of a customer, who asks for its password. */
async function claimable(app: App): Promise<Call> {
  const { bearer, mobile } = await signedIn(app);
  const { body } = await app.call('createLoan', { body: { ...person, phone: mobile } });
  return { bearer, path: { id: body.result.loan_id } };
}

/** Claims it by the password that was sent, but for `changes` of the body. */
async function claimed(app: App, changes: object): Promise<Call> {
  const call = await claimable(app);
  await app.call('requestClaim', call);
  return { ...call, body: { otp: await passwordOf(app, String(call.path?.id)), ...changes } };
}

/** Signs in by the password that was sent, but for `changes` of the body. */
async function signInBody(app: App, changes: object): Promise<Call> {
  const mobile = newMobile();
  return { body: { mobile, otp: await requestedOtp(app, mobile), ...changes } };
}

/** Changes the number by the two passwords that were sent, but for `changes` of the body. */
async function changedMobile(app: App, changes: object, mobile = newMobile()): Promise<Call> {
  const { bearer, mobile: former } = await signedIn(app);
  await app.call('requestMobileChange', { bearer, body: { mobile } });
  const otp = await otpOf(app, former, 'customer.mobileChange');
  const newOtp = await otpOf(app, mobile, 'customer.mobileChange');
  return { bearer, body: { mobile, otp, new_otp: newOtp, ...changes } };
}

/** What takes an application by its id and nothing else. */
function onDesk(): Case {
  return {
    good: async (app) => ({ path: { id: (await submitted(app)).id }, jar: await signInOnce(app) }),
    bad: {
      'an application of nobody': async (app) => [{ ...stranger, jar: await signInOnce(app) }, 404],
      'a draft': async (app) => [
        { path: { id: (await withStudent(app)).id }, jar: await signInOnce(app) },
        404,
      ],
    },
  };
}

async function acts(app: App, body: object): Promise<Call> {
  const path = { id: (await submitted(app)).id };
  const jar = await signInOnce(app);
  const { version } = (await app.call('getApplication', { path, jar })).body.result;
  return { path, jar, body: { version, ...body } };
}

/** A push of what was submitted, as it was read. */
async function ordered(app: App, digits: string): Promise<Call> {
  const path = { id: (await submitted(app, digits)).id };
  const jar = await signInOnce(app);
  const { version } = (await app.call('getApplication', { path, jar })).body.result;
  return { path, jar, body: { version } };
}

/** What accepts the invitation of somebody. */
async function invited(app: App): Promise<{ token: string; password: string; code: string }> {
  const account = { email: `${crypto.randomUUID()}@feepath.example`, name: 'Latha R', now: app.clock.now() };
  const made = await createReviewer(app.db, account);
  const token = made?.invitation.token ?? '';
  const { secret } = (await app.call('readInvitation', { body: { token } })).body.result;
  return { token, password: 'four plain words together', code: totpCode(secret, app.clock.now()) };
}

/** A browser that keeps the cookie of a session which is over. */
async function signedOut(app: App): Promise<CookieJar> {
  const jar = await signInAgain(app);
  await app.call('signOut', { jar: { ...jar } });
  return jar;
}

type Stranger = [who: string, headers: Record<string, string | undefined>, status: 401 | 403];

const unmarked: Stranger[] = [
  ['a call without the marker', { 'x-auth-type': undefined }, 401],
  ['a wrong marker', { 'x-auth-type': 'WEB' }, 401],
];
const keyless: Stranger[] = [
  ...unmarked,
  ['a missing key', { authorization: undefined }, 401],
  ['a wrong key', { authorization: 'fp_wrong' }, 401],
];
const sessionless: Stranger[] = [
  ...unmarked,
  ['a missing session', { cookie: undefined }, 401],
  ['a wrong session', { cookie: 'feepath_staff=wrong' }, 401],
  ["an applicant's key", { authorization: demoKey, 'x-auth-type': 'API' }, 403],
];

/** Who is kept out of an operation, by who may call it. */
const strangers: Record<Caller, Stranger[]> = {
  key: keyless,
  loan: keyless,
  staff: sessionless,
  visitor: unmarked,
  customer: [
    ['a missing access token', { authorization: undefined }, 401],
    ['a wrong access token', { authorization: 'Bearer wrong' }, 401],
    ['an access token with the marker', { 'x-auth-type': 'API' }, 401],
    ['a key', { authorization: demoKey, 'x-auth-type': 'API' }, 401],
  ],
  anyone: [],
  webhook: [
    ['no signature', { 'webhook-signature': undefined }, 401],
    ['another time stamp', { 'webhook-timestamp': '1784529001' }, 401],
    ['another id', { 'webhook-id': 'another' }, 401],
  ],
};
const callers = new Map(loadContract().operations.map(({ id, caller }) => [id, caller]));
const strangersTo = (id: OperationId): Stranger[] => strangers[callers.get(id) ?? 'key'];

const opened = ({ id, token }: { id: string; token: string }): Call => ({ path: { id }, token });
const draft = ({ id, token, step = 'students' }: { id: string; token: string; step?: string }): Call => ({
  path: { id, step },
  token,
});
const document = ({ id, token }: CreatedLoan, type = 'fee_receipt'): Call => ({
  path: { id, document_type: type },
  token,
});

/** The same one for all tests of an app, because one is slow to make. */
function once<One>(make: (app: App) => Promise<One>): (app: App) => Promise<One> {
  const made = new WeakMap<App, Promise<One>>();
  return (app) => {
    const one = made.get(app) ?? make(app);
    made.set(app, one);
    return one;
  };
}

/** Loans of customers at the steps after the approval. */
const offered = once(async (app) => {
  const loan = await approvedLoan(app);
  await exchange(app, loan);
  return loan;
});
/** Nobody accepts an offer of it. */
const unaccepted = once((app) => approvedLoan(app));
const accepted = once((app) => acceptedLoan(app));
const disbursed = once((app) => disbursedLoan(app));

const unknownLoan = { path: { id: 'e7a9f3f0-8a55-4c34-9d6c-4f0c1f6f2b11' } };

/** A call of a member of staff about a loan. */
const deskCall = async (
  app: App,
  { path }: { path: { id: string } },
): Promise<{ path: { id: string }; jar: CookieJar }> => ({
  path,
  jar: await signInOnce(app),
});

/** A decision about a payment of less than was due. */
async function aboutHeldPayment(
  app: App,
  body: object = { decision: 'count', amount_paise: 100 },
): Promise<Required<Pick<Call, 'jar' | 'path' | 'body'>>> {
  const loan = await accepted(app);
  await pay(app, loan, 'advance', 100, 'held');
  const { jar, path } = await deskCall(app, loan);
  const { result } = (await app.call('readLenderLoans', { jar, path })).body;
  const payment = result
    .flatMap(({ payments }: { payments: { state: string }[] }) => payments)
    .find(({ state }: { state: string }) => state === 'held');
  return { jar, path: { ...path, payment_id: payment.payment_id }, body };
}

function onInvoices(): Case {
  return {
    good: async (app) => deskCall(app, await disbursed(app)),
    bad: { 'an application that there is not': async (app) => [await deskCall(app, unknownLoan), 404] },
  };
}

const callOf = ({ bearer, path }: ApprovedLoan): Call => ({ bearer, path });

async function offerCall(app: App, offerId?: string): Promise<Call> {
  const loan = await offered(app);
  return {
    bearer: loan.bearer,
    path: { ...loan.path, offer_id: offerId ?? (await offerOf(app, loan)).offer_id },
  };
}

async function documentCall(app: App, documentId?: string): Promise<Call> {
  const loan = await offered(app);
  const id = documentId ?? (await acknowledged(app, loan, await offerOf(app, loan)));
  return { bearer: loan.bearer, path: { ...loan.path, document_id: id } };
}

/** The acceptance of an offer whose key facts were read. */
async function acceptanceCall(app: App, loan?: ApprovedLoan): Promise<Call> {
  const meant = loan ?? (await offered(app));
  const offer = await offerOf(app, meant);
  const keyFactsId = await acknowledged(app, meant, offer);
  return {
    bearer: meant.bearer,
    path: { ...meant.path, offer_id: offer.offer_id },
    body: { key_facts_id: keyFactsId, consents: consentsTo(), declares_guardian: true },
  };
}

/** A loan whose documents anybody may change. */
const someLoan = once(withStudent);

/** A call that adds a fee receipt that was put. @param changes what is said otherwise of it */
async function added(app: App, content: Uint8Array, changes: object = {}): Promise<Call> {
  const loan = await someLoan(app);
  return { token: loan.token, body: { ...(await put(app, loan, content)), ...changes } };
}

type WithReceipt = CreatedLoan & { receipt: DocumentContent };

async function withReceipt(app: App, loan?: CreatedLoan): Promise<WithReceipt> {
  const { id, token } = loan ?? (await someLoan(app));
  const { status, body } = await upload(app, { id, token }, contentOf('png'));
  expect(status, JSON.stringify(body)).toBe(200);
  return { id, token, receipt: body.result.content };
}

/** An application that was sent with a fee receipt. */
const sentWithReceipt = once(async (app) => {
  const loan = await withReceipt(app, await withStudent(app));
  await saveApplication(app, loan, application());
  return loan;
});

describe.each(databases)('the contract on $name', ({ open, kind }) => {
  let database: TestDatabase;
  let app: App;
  beforeAll(async () => {
    database = await open();
    app = await openApp(database);
  });
  afterAll(async () => {
    await app?.close();
    await database?.drop();
  });

  describe.each(Object.entries(cases) as [OperationId, Case][])('%s', (id, { good, bad }) => {
    it('answers good input', async () => {
      expect((await app.call(id, await good(app))).status).toBe(200);
    });
    // What is refused does not depend on the database.
    if (kind === 'pglite') return;

    it.each(Object.entries(bad))('refuses %s', async (_, make) => {
      const [call, status] = await make(app);
      const answer = await app.call(id, call);
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ success: false, message: expect.stringMatching(/./) });
    });

    // One call for all of them: none of them gets as far as to use it up.
    let prepared: ReturnType<typeof good> | undefined;
    it.each(strangersTo(id))('refuses %s', async (_, headers, status) => {
      const call = await (prepared ??= good(app));
      const answer = await app.call(id, { ...call, headers: { ...call.headers, ...headers } });
      expect(answer.status).toBe(status);
    });
  });

  if (kind === 'pglite') return;

  it('called every operation with a 2xx and a 4xx', () => {
    const missing = loadContract().operations.filter(({ id }) => {
      const statuses = app.noted.filter((one) => one.id === id).map((one) => one.status);
      return !statuses.some((one) => one < 300) || !statuses.some((one) => one >= 400 && one < 500);
    });
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it.each(servedCalls())(
    '$specified of section 7 is $operation, with good and bad input',
    ({ operation }) => {
      expect(Object.keys(cases[operation].bad)).not.toEqual([]);
      const statuses = app.noted.filter(({ id }) => id === operation).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses.some((status) => status >= 400 && status < 500)).toBe(true);
    },
  );
});

/** A loan of a customer, from the application to an instalment, and the acts of staff on it. */
import { randomUUID } from 'node:crypto';
import { documentVersions } from '../../../domain/servicing/document-versions.ts';
import { pushRequestOf } from '../../../domain/lending/push-request.ts';
import { consentVersion, requiredConsentsOf } from '../../../domain/servicing/consents.ts';
import type {
  Loan,
  LenderResult,
  Offer,
  IssuedDocument,
  Consent,
  Servicing,
  PaymentOrder,
  HeldPayment,
  LenderLoan,
} from '../../../domain/values/wire.ts';
import { staffHeaders } from '../../../server/testing/services.ts';
import { consumerApplication, person, school, student } from '../../support/form-values.ts';
import {
  type Caller,
  type Journey,
  type Journeys,
  nextPassword,
  press,
  signIn,
  untilRead,
} from './caller.ts';

const mobile = '9840044444';

type Borrower = {
  url: string;
  call: Caller;
  /** The customer's. */
  headers: Record<string, string>;
  /** The loan's id. */
  path: { id: string };
  /** The page of the sandbox's lender with its buttons. */
  portal: string;
  /** The password that was used last. */
  otp: string;
};

export const borrow: Journey = async (journeys, call) => {
  const borrower = await apply(journeys, call);
  await acceptOffer(borrower);
  await completeSteps(borrower);
  await repay(borrower);
  await serve(journeys, borrower);
};

async function apply(journeys: Journeys, call: Caller): Promise<Borrower> {
  const { headers, otp } = await signIn(journeys, call, mobile);
  await call('saveProfile', { headers, body: { name: person.name, email: person.email } });
  const { loan_id: id } = await call<{ loan_id: string }>('createMyLoan', { headers, body: {} });
  const path = { id };
  const data = { 'el_details.institution_id': school.id, 'el_details.students': [student()] };
  await call('updateMyStudents', { path, headers, body: { data } });
  const loan = await call<Loan>('saveApplication', { path, headers, body: { data: consumerApplication() } });
  const pushed = await call<LenderResult>('createOnLender', {
    path: { lender_id: 15 },
    headers,
    body: pushRequestOf(loan),
  });
  return { url: journeys.url, call, headers, path, portal: pushed.url ?? '', otp };
}

async function acceptOffer({ call, headers, path }: Borrower): Promise<void> {
  const { offers } = await untilRead(
    'an offer',
    () => call<{ offers: Offer[] }>('listOffers', { path, headers }),
    (found) => found.offers.length > 0,
  );
  const offerPath = { ...path, offer_id: offers[0]?.offer_id ?? '' };
  const { document } = await call<{ document: IssuedDocument }>('createKeyFacts', {
    path: offerPath,
    headers,
    body: { language: 'en', version: documentVersions.key_facts },
  });
  const documentPath = { ...path, document_id: document.document_id };
  await call('readIssuedDocument', { path: documentPath, headers });
  await call('acknowledgeKeyFacts', { path: documentPath, headers, body: { sha256: document.sha256 } });
  const purposes = [...requiredConsentsOf(true), 'marketing'];
  const consents = purposes.map((purpose) => ({ purpose, version: consentVersion, language: 'en' }));
  const accepted = { key_facts_id: document.document_id, consents };
  await call('acceptOffer', { path: offerPath, headers, body: accepted });
  const given = await call<Consent[]>('listConsents', { headers });
  const marketing = given.find(({ purpose }) => purpose === 'marketing');
  await call('withdrawConsent', { path: { id: marketing?.consent_id ?? '' }, headers });
}

const servicingOf = ({ call, path, headers }: Borrower) =>
  call<Servicing>('readServicing', { path, headers });

const reach = (borrower: Borrower, stage: string) =>
  untilRead(
    `the stage ${stage}`,
    () => servicingOf(borrower),
    (found) => found.stage === stage,
  );

async function order({ call, path, headers }: Borrower, body: object): Promise<PaymentOrder> {
  return call('createPaymentOrder', {
    path,
    headers: { ...headers, 'idempotency-key': randomUUID() },
    body,
  });
}

/** Runs the steps from the agreement to the disbursal. */
async function completeSteps(borrower: Borrower): Promise<void> {
  const { url, call, headers, path, portal } = borrower;
  const body = { language: 'en' };
  const asked = await call<{ document: IssuedDocument }>('requestSignature', {
    path,
    headers,
    body,
  });
  const otp = await nextPassword(url, mobile, borrower.otp);
  await call('signAgreement', { path, headers, body: { otp, sha256: asked.document.sha256 } });
  await press(`${portal}/countersign`, {});
  await reach(borrower, 'agreement_signed');

  await call('startKyc', { headers, body: { loan_id: path.id } });
  const kyc = await call<{ url: string }>('regenerateKycToken', { headers, body: { loan_id: path.id } });
  await press(kyc.url, { outcome: 'verified' });
  await reach(borrower, 'kyc_verified');

  const mandate = await call<{ url: string }>('createMandate', { path, headers, body: { method: 'upi' } });
  await press(mandate.url, { outcome: 'registered' });
  const registered = await untilRead(
    'the mandate',
    () => servicingOf(borrower),
    (found) => found.mandate.state === 'registered',
  );
  if (registered.advance.state === 'due') {
    const advance = await order(borrower, { purpose: 'advance' });
    await call('readPaymentOrder', { path: { ...path, order_id: advance.order_id }, headers });
    await press(advance.url ?? '', { outcome: 'paid', method: 'upi' });
  }
  await reach(borrower, 'advance_paid');
  await press(`${portal}/disburse`, {});
  await reach(borrower, 'disbursed');
}

/** An instalment of which ₹100 are missing, so that it is held. */
async function repay(borrower: Borrower): Promise<void> {
  const { call, headers, path } = borrower;
  for (const operation of ['listInvoices', 'readForeclosureQuote', 'requestCancellation'] as const) {
    await call(operation, { path, headers });
  }
  await call('createStatement', { path, headers, body: { language: 'en' } });
  await call('withdrawMandate', { path, headers });
  const instalment = await order(borrower, { purpose: 'instalment', instalment: 1 });
  await press(instalment.url ?? '', { outcome: 'short', method: 'upi' });
  await call('readPaymentOrder', { path: { ...path, order_id: instalment.order_id }, headers });
}

/** Runs the acts of staff on the borrower's loan. */
async function serve({ session }: Journeys, { call, path }: Borrower): Promise<void> {
  const headers = staffHeaders(session.cookie);
  const held = await call<HeldPayment[]>('listHeldPayments', { headers });
  const payment = held.find(({ loan_id }) => loan_id === path.id)?.payment;
  await call('decidePayment', {
    path: { ...path, payment_id: payment?.payment_id ?? '' },
    headers,
    body: { decision: 'count', amount_paise: payment?.amount_paise, note: 'As agreed' },
  });
  const [lenderLoan] = await call<LenderLoan[]>('readLenderLoans', { path, headers });
  const document_id = lenderLoan?.documents[0]?.document_id ?? '';
  await call('addressOfIssuedDocument', { path: { ...path, document_id }, headers });
  await call('moveLenderLoan', { path, headers, body: { lender_id: 15 } });
}

/** The operations of a customer's loan after its approval, but for what providers do. */
import { documentVersions } from '../../../domain/servicing/document-versions.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import {
  acceptedLoan,
  acknowledged,
  approvedLoan,
  type ApprovedLoan,
  consentsTo,
  disbursedLoan,
  exchange,
  lenderDoes,
  offerOf,
  servicingOf,
} from '../approved-loans.ts';
import type { Call } from '../calls.ts';
import { type Case, once, withBearer } from './case.ts';

const inLanguage = (language: string) => ({ language, version: documentVersions.key_facts });

export const offerCases = {
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
    good: async (app) => ({ ...(await offerCall(app)), body: inLanguage('en') }),
    bad: {
      'an offer that there is not': async (app) => [
        { ...(await offerCall(app, 'none')), body: inLanguage('en') },
        404,
      ],
      'a language that there is not': async (app) => [
        { ...(await offerCall(app)), body: inLanguage('fr') },
        400,
      ],
      'words of another version': async (app) => [
        { ...(await offerCall(app)), body: { ...inLanguage('en'), version: '2026-01-01' } },
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
  declineOffer: {
    good: async (app) => {
      const loan = await acceptedLoan(app);
      await lenderDoes(app, loan, 'change_offer');
      const { proposed_offer: proposed } = await servicingOf(app, loan);
      return { bearer: loan.bearer, path: { ...loan.path, offer_id: proposed?.offer_id ?? '' } };
    },
    bad: {
      'an offer that there is not': async (app) => [await offerCall(app, 'none'), 404],
      'an offer that changes none': async (app) => [await offerCall(app), 409],
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
  readPrepaymentQuote: {
    good: async (app) => ({ ...callOf(await disbursed(app)), query: '?amount_paise=1000000' }),
    bad: {
      'a loan that is not paid out': async (app) => [callOf(await accepted(app)), 409],
      'no amount': async (app) => [{ ...callOf(await disbursed(app)), query: '?amount_paise=0' }, 400],
    },
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
} satisfies Partial<Record<OperationId, Case>>;

/** Loans of customers at the steps after the approval. */
const offered = once(async (app) => {
  const loan = await approvedLoan(app);
  await exchange(app, loan);
  return loan;
});

/** A loan whose offer is not accepted by any test. */
const unaccepted = once((app) => approvedLoan(app));

export const accepted = once((app) => acceptedLoan(app));
export const disbursed = once((app) => disbursedLoan(app));

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
    body: { key_facts_id: keyFactsId, consents: consentsTo() },
  };
}

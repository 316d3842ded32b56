/** The operations of support and grievances, and of products that are to come. */
import { limits } from '../../../domain/values/limits.ts';
import { interestConsentVersion } from '../../../domain/forms/product-interest.ts';
import type { OperationId } from '../../../server/contract/contract.ts';
import { conversations } from '../../../server/db/schema/contact.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { customerOf, newMobile, signedIn, signedUp } from '../customers.ts';
import { signInAs, signInOnce } from '../desk.ts';
import { createdLoan } from '../fixtures.ts';
import { type Case, plain } from './case.ts';

/** Returns the query of a sender who has not written yet. */
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

export const contactCases = {
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
  searchConversations: {
    good: async (app) => ({
      jar: await signInOnce(app),
      body: { state: 'open', page: 1, page_length: 25, text: 'Meena' },
    }),
    bad: {
      'no state': async (app) => [{ jar: await signInOnce(app), body: { page: 1, page_length: 25 } }, 400],
    },
  },
  readConversation: {
    good: async (app) => (await atTheDesk(app)).call,
    bad: {
      'one that is not there': async (app) => [{ ...(await atTheDesk(app)).call, ...noConversation }, 404],
    },
  },
  readNomineeOfCustomer: {
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
} satisfies Partial<Record<OperationId, Case>>;

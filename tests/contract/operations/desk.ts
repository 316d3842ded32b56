/** The operations of staff about applications. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../server/contract/contract.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { signInOnce } from '../desk.ts';
import { application, question, saveApplication, submitted, withStudent } from '../fixtures.ts';
import { submittedWithLockedStatement } from '../uploads.ts';
import { type Case, once, stranger } from './case.ts';
import { withReceipt } from './documents.ts';

export const deskCases = {
  countWaiting: {
    good: async (app) => ({ jar: await signInOnce(app) }),
    bad: { 'an unknown parameter': async (app) => [{ jar: await signInOnce(app), query: '?x=1' }, 400] },
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
  getApplication: onDesk(),
  getTimeline: onDesk(),
  keepPresence: onDesk(),
  addNote: {
    good: async (app) => note(app, {}),
    bad: {
      'no text': async (app) => [await note(app, { text: ' ' }), 400],
      'too long a text': async (app) => [await note(app, { text: 'x'.repeat(2001) }), 400],
      'another id than one of a note': async (app) => [await note(app, { note_id: 'x' }), 400],
      'an application of nobody': async (app) => [{ ...(await note(app, {})), ...stranger }, 404],
      'a draft': async (app) => [
        { ...(await note(app, {})), path: { id: (await withStudent(app)).id } },
        404,
      ],
    },
  },
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
} satisfies Partial<Record<OperationId, Case>>;

/** Returns the cases of an operation that takes only an application's id. */
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

const note = async (app: App, body: object): Promise<Call> => ({
  path: { id: (await submitted(app)).id },
  jar: await signInOnce(app),
  body: { note_id: randomUUID(), text: 'The school knows of it.', ...body },
});

/** A push of what was submitted, as it was read. */
async function ordered(app: App, digits: string): Promise<Call> {
  const path = { id: (await submitted(app, digits)).id };
  const jar = await signInOnce(app);
  const { version } = (await app.call('getApplication', { path, jar })).body.result;
  return { path, jar, body: { version } };
}

/** An application that was sent with a fee receipt. */
const sentWithReceipt = once(async (app) => {
  const loan = await withReceipt(app, await withStudent(app));
  await saveApplication(app, loan, application());
  return loan;
});

/** The drafts of a loan, with their copies in this tab's storage and their requests to the server. */
import { fromCallback, fromPromise } from 'xstate';
import { type DraftEvent, type DraftInput, draftMachine, type DraftRecord } from '../../machines/draft.ts';
import { provideActors } from '../../machines/provide-actors.ts';
import type { Call } from '../api/call.ts';
import type { TabStore } from '../hooks/tab-store.ts';

export function provideDrafts(call: Call, tab: TabStore): typeof draftMachine {
  const machine = draftMachine.provide({
    actions: {
      writeTabCopy: ({ context }) => {
        const { body, version, sent } = context;
        if (body === null) tab.remove(nameOf(context));
        else tab.write(nameOf(context), { body, version, sent } satisfies DraftRecord);
      },
    },
  });
  return provideActors(machine, {
    readTabCopy: fromPromise(async ({ input }) => readTabCopy(tab, input)),
    readDraft: fromPromise(({ input: { loanId, step }, signal }) =>
      call('getDraft', { path: { id: loanId, step } }, { signal }),
    ),
    saveDraft: fromPromise(({ input: { loanId, step, version, body }, signal }) => {
      const header = { 'If-Match': version };
      return call(
        'keepDraft',
        { path: { id: loanId, step }, header, body: { body } },
        { signal, keepalive: true },
      );
    }),
    pageEvents: fromCallback<DraftEvent>(({ sendBack }) => {
      const onOnline = () => sendBack({ type: 'connection.restored' });
      // A hidden page may be closed without another event.
      const onVisibilityChange = () => {
        if (document.visibilityState === 'hidden') sendBack({ type: 'page.hidden' });
      };
      window.addEventListener('online', onOnline);
      document.addEventListener('visibilitychange', onVisibilityChange);
      return () => {
        window.removeEventListener('online', onOnline);
        document.removeEventListener('visibilitychange', onVisibilityChange);
      };
    }),
  });
}

const nameOf = ({ loanId, step }: DraftInput): string => `draft.${loanId}.${step}`;

/** The tab's copy; null where there is none or it has another shape. */
function readTabCopy(tab: TabStore, input: DraftInput): DraftRecord | null {
  const stored = tab.read(nameOf(input));
  const { body, version, sent } = (stored ?? {}) as Partial<DraftRecord>;
  if (typeof body !== 'object' || body === null || typeof sent !== 'boolean') return null;
  return { body, version: typeof version === 'number' ? version : null, sent };
}

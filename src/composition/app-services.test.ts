import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type ActorRefFrom, createActor, waitFor } from 'xstate';
import { aLoan } from '../../domain/testing.ts';
import { createSession } from './session.ts';
import { createBrowserStore } from './browser-store.ts';
import { createAppServices } from './app-services.ts';

const loan = aLoan([], {
  loan_id: 'A',
  status: 'draft',
  locked_institute_id: null,
  el_details: { ...aLoan([]).el_details, institution_id: null },
});

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  vi.stubGlobal('fetch', async () => Response.json({ result: loan }));
  // Node's own Request takes no address without a host.
  vi.stubGlobal(
    'Request',
    class extends Request {
      constructor(path: string, init: RequestInit) {
        super(new URL(path, 'https://feepath.example'), init);
      }
    },
  );
});
afterEach(() => vi.unstubAllGlobals());

it('opens a loan with its drafts', async () => {
  const wizard = await openedWizard();
  expect(wizard.getSnapshot().matches({ flow: 'students' })).toBe(true);
  const { drafts } = wizard.getSnapshot().context;
  expect(drafts?.students.getSnapshot()).toMatchObject({ value: 'closed', context: { loanId: 'A' } });
  wizard.stop();
});

it('leads to re-entry where a call about the loan finds no token in force, and nowhere where it finds none of something else', async () => {
  let answer = () => Response.json({ result: loan });
  vi.stubGlobal('fetch', async () => answer());
  const wizard = await openedWizard();
  const { drafts } = wizard.getSnapshot().context;
  const refuse = (errors: object[]) => {
    answer = () => Response.json({ success: false, message: 'Not found', errors }, { status: 404 });
  };
  refuse([]);
  drafts?.students.send({ type: 'draft.opened' });
  await vi.waitFor(() => expect(drafts?.students.getSnapshot().value).toBe('idle'));
  expect(wizard.getSnapshot().matches({ flow: 'students' })).toBe(true);
  refuse([{ field: '', code: 'app.reentry.why', message: 'needs a token' }]);
  wizard.send({ type: 'students.submitted', changes: {} });
  await waitFor(wizard, (now) => now.matches({ flow: { opening: 'notFound' } }));
  wizard.stop();
});

async function openedWizard() {
  const refuse = () => {
    throw new Error('No storage');
  };
  const session = createSession({
    address: new URL('http://localhost/loan/A/student?api_key=key'),
    loanId: 'A',
    keyId: null,
    tab: createBrowserStore(refuse),
    device: createBrowserStore(refuse),
    now: Date.now,
  });
  const { wizard: logic } = createAppServices(
    { session, support: { phone: '', email: '' }, language: () => 'en', now: () => new Date() },
    () => wizard.send({ type: 'loan.accessLost' }),
  );
  const wizard: ActorRefFrom<typeof logic> = createActor(logic, {
    input: { hasKey: true, loanId: 'A', place: 'students' },
  }).start();
  await waitFor(wizard, (now) => !now.hasTag('busy'));
  return wizard;
}

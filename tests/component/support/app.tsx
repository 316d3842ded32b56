/** The embedded flow in the page of a component test, with the answers that the test names. */
import { createMemoryHistory } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { expect } from 'vitest';
import { placeAt } from '../../../domain/pages/steps.ts';
import { languageOfTag } from '../../../locales/index.ts';
import { AppView, createApp, startApp } from '../../../src/composition/app.tsx';
import { createBrowserStore } from '../../../src/composition/browser-store.ts';
import { createSession } from '../../../src/composition/session.ts';
import { queryClient } from '../../../src/data/query.tsx';
import { loadInitialLanguage, loadMessages } from '../../../src/i18n/i18n.tsx';
import type { Loan } from '../../../domain/values/wire.ts';
import { masters } from './masters.ts';
import { type ServerAnswers, startTestServer, type TestServer } from './server.ts';

const closing: (() => readonly string[])[] = [];

/** The default answers of tests: the server's lists, and no earlier input. */
export const usual: ServerAnswers = {
  ...masters,
  getDraft: { version: 0, body: null },
  keepDraft: { version: 1 },
  listDocuments: [],
  readSubmissionConsents: { lenders: [], needed: [] },
  readGrievanceRedressal: 'lost',
};

/** Shows a step of the loan, as if it had been created on this device. */
export const openLoan = (loan: Loan, step: string, answers: ServerAnswers = {}): Promise<TestServer> =>
  openApp(`/loan/${loan.loan_id}/${step}`, { getLoan: loan, ...answers });

/**
 * Shows the app at an address below the server's, such as `/loan/1/student`; of a loan, as if it had been created on this
 * device.
 */
export async function openApp(address: string, answers: ServerAnswers): Promise<TestServer> {
  const server = startTestServer({ ...usual, ...answers });
  const url = new URL(address, window.location.origin);
  url.searchParams.set('api_key', 'KEY');
  const loanId = placeAt(url.pathname)?.loanId ?? null;
  const session = createSession({
    address: url,
    loanId,
    keyId: 'key',
    tab: createBrowserStore(() => window.sessionStorage),
    device: createBrowserStore(() => window.localStorage),
    now: Date.now,
  });
  if (loanId !== null) session.storeLoanToken(loanId, 'TOKEN');
  await Promise.all([loadInitialLanguage(), loadMessages('secondary')]);
  const history = createMemoryHistory({ initialEntries: [url.pathname + session.search] });
  const app = createApp(
    {
      session,
      support: { phone: '1800 000 000', email: 'help@school.example' },
      language: () => languageOfTag(document.documentElement.lang) ?? 'en',
      now: () => new Date(),
    },
    history,
  );
  startApp(app, { session, onOtherLoan: () => undefined });
  const element = document.body.appendChild(document.createElement('div'));
  const root = createRoot(element);
  root.render(<AppView app={app} />);
  closing.push(() => {
    root.unmount();
    app.wizard.stop();
    element.remove();
    server.stop();
    return server.unexpected;
  });
  return server;
}

/**
 * Ends what the test has opened, with the calls that are not answered, and forgets what it has stored and read.
 * @throws where a call was made that has no answer
 */
export async function closeApps(): Promise<void> {
  const unexpected = closing.splice(0).flatMap((close) => close());
  await queryClient.cancelQueries();
  queryClient.clear();
  window.localStorage.clear();
  window.sessionStorage.clear();
  expect(unexpected, 'calls without an answer').toEqual([]);
}

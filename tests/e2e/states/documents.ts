/** States of a document on its way, and of the list of all of them. */
import type { Page } from 'playwright-core';
import { raman } from '../support/families.ts';
import { choose, heavyPdf, lockedPdf, pdf, photo, row } from '../support/files.ts';
import { button } from '../support/hands.ts';
import { openDocuments, openLoan, submittedLoan } from '../support/loans.ts';
import { parentAt } from '../support/parent.ts';
import { words } from '../support/words.ts';
import type { Opened, World } from '../support/world.ts';
import type { Bring } from './index.ts';

export const documentStates = {
  documents: async (page, world) => {
    await list(page, world);
    await choose(page, 'pan_photo', photo());
    await row(page, 'pan_photo').getByText(words('document.state.here')).waitFor();
    await choose(page, 'cancelled_cheque', pdf('bad.pdf', '$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!'));
    await row(page, 'cancelled_cheque').getByText(words('document.harmful')).waitFor();
    await choose(page, 'current_address_proof', pdf());
    await page.getByText(words('document.error.proof.required')).waitFor();
    world.hold('uploadPart');
    await choose(page, 'bank_statement_3_months', heavyPdf(6_000_000, 'statement.pdf'));
    await page.getByText(words('document.sending', { name: 'statement.pdf' })).waitFor();
    world.cutOff('putObject');
    await choose(page, 'pay_slip_last_month', pdf('slip.pdf'));
    await page.getByText(words('document.interrupted')).waitFor();
  },
  'documents-redact': async (page, world) => {
    await list(page, world);
    await choose(page, 'aadhaar_front', photo('aadhaar.png'));
    await button(page, words('document.redact.done')).waitFor();
  },
  'documents-password': async (page, world) => {
    await list(page, world);
    await choose(page, 'bank_statement_3_months', lockedPdf());
    await page.getByRole('dialog').waitFor();
  },
  'documents-look': async (page, world) => {
    await list(page, world);
    await choose(page, 'pan_photo', photo());
    await row(page, 'pan_photo').getByText(words('document.state.here')).waitFor();
    await row(page, 'pan_photo')
      .getByRole('button', { name: /^Look at it/ })
      .click();
    await page.getByRole('dialog').getByRole('img').waitFor();
  },
  'documents-lost': async (page, world) => {
    await page.goto(`${world.url}/app/loan/${crypto.randomUUID()}/documents?api_key=${world.key}`);
    await page.getByRole('heading', { name: words('document.list.lost') }).waitFor();
  },
  'applicant-queried-document': async (page, world) => {
    const { loanId, ...opened } = await pending(world);
    await world.ask(loanId, 'documents.pan_photo', { reason: 'unreadable' });
    await openLoan(page, world, { loanId, ...opened }, 'student');
    await parentAt(page, world).isAtStudents();
    await button(page, 'Next').click();
    await row(page, 'pan_photo').waitFor();
  },
} satisfies Record<string, Bring>;

async function pending(world: World): Promise<Opened> {
  const loan = await submittedLoan(world, raman);
  await world.alter(loan.loanId, { status: 'pending', lenderResult: { status: 'PENDING' } });
  return loan;
}

async function list(page: Page, world: World): Promise<void> {
  await openDocuments(page, world, await pending(world));
  await row(page, 'pan_photo').waitFor();
}

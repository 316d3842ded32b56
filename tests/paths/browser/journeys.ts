/**
 * Journeys in the browser whose ends are written by hand, page and database: a generated expectation follows a wrong
 * target. They are walked like every other path, and then looked at once more.
 */
import { all, at, buttonNamed, dialog, type Assertion, assertEqual, text, assertDatabase } from './scene.ts';

export interface BrowserJourney {
  /** The behaviour it shows, as a sentence. */
  shows: string;
  /** The path in the form of `--path`. */
  path: string;
  ends: Assertion;
}

const path = (...words: string[]): string => words.join(' → ');

const opened = ['findInstitution answers: found', 'loadEmiOptions answers: loaded'];
const filledIn = ['a link to the applicant', 'readLoan answers: students saved, plan chosen', ...opened];
const sent = ['application.submitted', 'saveApplication answers: saved'];

export const browserJourneys: readonly BrowserJourney[] = [
  {
    shows: 'Submit again after a 504 finds what the lender has booked, and sends nothing twice',
    path: path(
      ...filledIn,
      ...sent,
      'pushToLender answers: gateway timed out',
      'submission.retried',
      'saveApplication answers: saved',
      'pushToLender answers: approved',
    ),
    ends: all(
      dialog('Loan Status'),
      text('Your loan is approved'),
      assertDatabase(
        'one push was answered, and the lender was called once',
        ({ pushes, calls }) => areAlike(pushes, ['answered']) && areAlike(calls, [1]),
      ),
    ),
  },
  {
    shows: 'an institution of the address stays as it is, and only its courses are offered',
    path: path(
      'the create form',
      'create.submitted',
      'findEarlierLoan answers: none',
      'checkEmail answers: the address is good',
      'createLoan answers: created',
      'readLoan answers: a new loan with a locked institution',
      'findInstitution answers: found',
    ),
    ends: all(at(/^\/loan\/[^/]+\/student$/), async ({ page }) => {
      const picker = page.getByRole('combobox', { name: 'Institution', exact: true });
      assertEqual('The institution', await picker.inputValue(), 'Silverpine Grove International School');
      assertEqual('It can be chosen', await picker.isEditable(), false);
      assertEqual(
        'The name of the student can be typed',
        await page.getByLabel('Student name').isEditable(),
        true,
      );
    }),
  },
  {
    shows: 'Explore More leads to an empty form, and nothing of the loan is left behind',
    path: path(...filledIn, ...sent, 'pushToLender answers: code 1001', 'explore.requested'),
    ends: all(at(/^\/$/), buttonNamed('Start another'), async ({ page }) => {
      await page.getByRole('button', { name: 'Start another' }).click();
      for (const label of ['Name', 'Mobile number', 'Email'])
        assertEqual(label, await page.getByLabel(label, { exact: true }).inputValue(), '');
      assertEqual('Ways back to its steps', await page.getByRole('navigation').count(), 0);
    }),
  },
  {
    shows: 'the waiting messages come one after another, and the first again after the fourth',
    path: path(...filledIn, ...sent, ...Array.from({ length: 4 }, () => 'waitingMessage passes')),
    ends: text("Knocking on the lender's door, politely…"),
  },
  {
    shows: 'in query mode exactly what is asked about is open, and the answer goes to the lender',
    path: path(
      'a link to the applicant',
      'readLoan answers: a query open',
      ...opened,
      'application.submitted',
      'saveApplication answers: answers saved',
      'pushToLender answers: approved',
      'status.closed',
    ),
    ends: all(
      at(/^\/loan\/[^/]+\/applications$/),
      text('What was sent'),
      async ({ page }) =>
        assertEqual(
          'Fields that can be typed into',
          await page.locator('input:not([readonly]):not(:disabled)').count(),
          0,
        ),
      assertDatabase(
        'it is answered and approved',
        ({ queries, status }) => areAlike(queries, ['answered']) && status === 'approved',
      ),
    ),
  },
];

function areAlike(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

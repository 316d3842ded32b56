/**
 * The assertions of each leaf and aspect of the wizard, written by hand: what a person perceives there (roles, names,
 * messages, what is locked, the address), and what must be true in the database.
 */
import { hasVerdict } from '../../../domain/loan/status.ts';
import {
  alert,
  all,
  at,
  buttonNamed,
  dialog,
  heading,
  type Assertion,
  assertEqual,
  type Scene,
  text,
  assertDatabase,
  absent,
} from './scene.ts';
import { messageText } from '../../e2e/support/message-text.ts';
import { until } from '../../support/until.ts';
import { queryAssertions } from './query-assertions.ts';

/** The page's texts for the refusals of fault switches. */
const refusal = messageText('refusal.invalid');

const whatRefusalsSay = ['refusal.lenderFailed', 'refusal.lender', 'refusal.invalid'] as const;

/** An error of the lender has its own words (decision 28). */
export const refusalAlert: Assertion = ({ page }) =>
  whatRefusalsSay
    .map((id) => page.getByRole('alertdialog').getByText(messageText(id)))
    .reduce((one, other) => one.or(other))
    .waitFor();

/** The last word by the lender's verdict; where there is none of these, it is in review. */
const farewells: Readonly<Record<string, string>> = {
  approved: 'Congratulations!',
  pending: 'Thank you for applying',
  rejected: 'We are sorry',
};

const onStudents = at(/^\/loan\/[^/]+\/student$/);
const onApplicant = at(/^\/loan\/[^/]+\/applications$/);

/** A loan is in the database once it was created, and never twice. */
const loansOfWalk: Assertion = async ({ testApp, email, isCreated }) => {
  if (email)
    assertEqual(
      'Loans under the address that was typed',
      (await testApp.loansOf(email)).length,
      Number(isCreated),
    );
};

/** Checks that the lender has one loan at most, and that each push but the last has an answer. */
const onceOnly = assertDatabase(
  'the lender has one loan at most, and one push at most waits',
  ({ calls, pushes }) => calls.length <= 1 && pushes.filter((state) => state === 'unanswered').length <= 1,
);

const noVerdict = assertDatabase('there is no verdict of the lender', ({ status }) =>
  ['draft', 'submitted', 'with_lender', 'pending'].includes(status),
);

const savedStudents = assertDatabase('students are saved', ({ students }) => students.length > 0);

const verdict = (status: string, name: string | null) =>
  all(
    assertDatabase(
      `the lender has said ${status}`,
      (truth) => truth.status === status && (name === null || truth.verdict === name),
    ),
    assertDatabase('no push waits for an answer', ({ pushes }) => !pushes.includes('unanswered')),
    onceOnly,
  );

const statusDialog = (words: string) => all(dialog('Loan Status'), text(words), onApplicant);

/** The verdict and what was sent stand there to be read; nothing can be typed. */
const statusScreen = all(
  heading('Your application'),
  text('What was sent'),
  onApplicant,
  onceOnly,
  async ({ page }) => assertEqual('Inputs', await page.locator('main input, main textarea').count(), 0),
);

const askingLenderAgain: Assertion = ({ page }) =>
  until(
    'the lender is asked again',
    () => page.getByRole('button', { name: 'Ask the lender again' }).getAttribute('aria-disabled'),
    (value) => value === 'true',
  );

const focusIsNotLost: Assertion = ({ page }) =>
  until(
    'something on the page has the focus',
    () => page.evaluate(() => document.activeElement?.tagName ?? 'BODY'),
    (name) => name !== 'BODY',
  );

/** The form is there and can be sent again: nothing of it is lost. */
const formHolds: Assertion = async ({ page, fixture }) => {
  const name = fixture.applicant['Applicant Details']?.Name;
  await until(
    'the form holds what was typed',
    () => page.getByLabel('Name', { exact: true }).inputValue(),
    (value) => value === name,
  );
};

const creating = all(at(/^\/(loan\/.*)?$/), loansOfWalk);

const busySubmit: Assertion = ({ page }) =>
  until(
    'Submit is at work',
    () => page.getByRole('button', { name: /Submit/ }).getAttribute('aria-disabled'),
    (value) => value === 'true',
  );

const unchanged = (what: string): Assertion =>
  assertDatabase(
    `${what} is as it was`,
    (truth, { before }) => before === null || truth.version === before.version,
  );

/** The words of the four waiting messages, in their order. */
const waitingMessages = [
  "Knocking on the lender's door, politely…",
  'Counting all the zeros, then counting them again…',
  'Sharpening pencils while the lender reads…',
  'Nearly there. No homework for you while you wait…',
];

export const stateAssertions: Readonly<Record<string, Assertion>> = {
  'flow.keyMissing': async ({ page, ...scene }) => {
    await text('API KEY NOT FOUND')({ page, ...scene });
    const seen = await page.locator('body').ariaSnapshot();
    assertEqual(
      'Nothing else is on the page',
      seen.replace(/\s+/g, ' ').trim(),
      '- main: - heading "API KEY NOT FOUND" [level=1]',
    );
  },
  'flow.create.filling': all(
    ({ page }) =>
      page
        .getByLabel('Mobile number')
        .or(page.getByRole('button', { name: 'Start another' }))
        .waitFor(),
    at(/^\/$/),
    absent('alertdialog', /./),
    loansOfWalk,
  ),
  'flow.create.confirmingAnother': all(
    alert(/^You already began an application/),
    buttonNamed('Continue it'),
    buttonNamed('Start another'),
    at(/^\/$/),
    loansOfWalk,
  ),
  // A device without an earlier loan skips the search, so the address is already being checked.
  'flow.create.findingEarlierLoan': all(busySubmit, creating),
  'flow.create.checkingEmail': all(text('Checking your email address…'), busySubmit, creating),
  'flow.create.emailRefused': all(alert('Invalid Email'), at(/^\/$/), loansOfWalk),
  'flow.create.creating': all(text('Creating your application…'), busySubmit, creating),
  'flow.create.failed': all(
    alert(/./),
    ({ page }) => page.getByText(refusal).or(page.getByText('No answer came back')).first().waitFor(),
    at(/^\/$/),
    loansOfWalk,
  ),
  'flow.opening.readingLoan': text('Opening your application'),
  'flow.opening.findingInstitution': all(
    text('Opening your application'),
    assertDatabase('the loan names an institution', ({ institutionIsKnown }) => institutionIsKnown),
  ),
  'flow.opening.failed': all(text('Your application could not be opened'), buttonNamed('Try again')),
  'flow.opening.notFound': all(heading('Open your application'), buttonNamed('Send a one-time password')),
  'flow.students.editing': all(
    heading('Student Details'),
    onStudents,
    lockedInstitution,
    absent('dialog', /./),
  ),
  'flow.students.confirmingAdd': all(
    dialog('Got more than one child at the same school?'),
    onStudents,
    unchanged('the loan'),
  ),
  'flow.students.confirmingDelete': all(
    dialog('Delete student 2?'),
    onStudents,
    assertDatabase('both students are there', ({ students }) => students.length === 2),
  ),
  'flow.students.saving': all(
    busySubmit,
    assertDatabase(
      'nothing is saved before the answer',
      (truth, { rollNumber }) => truth.students[0]?.roll !== rollNumber,
    ),
  ),
  'flow.students.savingFailed': all(
    alert(`ERROR : ${refusal}`),
    onStudents,
    async ({ page, rollNumber }) =>
      assertEqual(
        'The roll number on the page',
        await page
          .getByLabel(/^Roll number/)
          .first()
          .inputValue(),
        rollNumber,
      ),
    assertDatabase(
      'nothing of it is saved',
      (truth, { rollNumber }) => truth.students[0]?.roll !== rollNumber,
    ),
  ),
  'flow.applicant.loadingOptions.forForm': all(heading('Applicant Details'), onApplicant, savedStudents),
  'flow.applicant.editing': all(
    heading('Applicant Details'),
    onApplicant,
    savedStudents,
    onceOnly,
    absent('dialog', /./),
    absent('alertdialog', /./),
  ),
  'flow.applicant.loadingOptions.forModal': all(dialog('Choose a plan'), text('Loading....')),
  'flow.applicant.choosingTenure': all(dialog('Choose a plan'), ({ page }) =>
    page.getByRole('radio', { name: /6 months/ }).waitFor(),
  ),
  'flow.applicant.optionsFailed': all(alert(/^ERROR : /), onApplicant),
  'flow.submission.saving': all(
    text('Saving your application…'),
    onApplicant,
    unchanged('the loan'),
    onceOnly,
  ),
  'flow.submission.pushingToLender.waiting': all(
    (scene) => text(waitingMessages[scene.expected.context.waitingMessage] ?? '')(scene),
    text(messageText('status.waiting.leave')),
    noVerdict,
    onceOnly,
    async ({ page }) => {
      for (const submit of await page.getByRole('button', { name: /Submit/ }).all())
        assertEqual('Submit is at work', await submit.getAttribute('aria-disabled'), 'true');
    },
  ),
  'flow.submission.gatewayTimedOut': all(
    alert("Whoops! Something went wrong. Just hit 'Submit' again."),
    buttonNamed('Submit'),
    noVerdict,
    onceOnly,
    formHolds,
  ),
  'flow.submission.noResponse': all(
    alert('No answer reached us'),
    buttonNamed('Submit'),
    noVerdict,
    onceOnly,
    formHolds,
  ),
  'flow.submission.refused': all(refusalAlert, noVerdict, onceOnly, formHolds),
  'flow.status.refreshing': all(statusScreen, askingLenderAgain),
  'flow.status.open': all(dialog('Loan Status'), onApplicant, onceOnly),
  'flow.status.closed': all(statusScreen, absent('dialog', /./), focusIsNotLost),
  'flow.status.checking': all(statusScreen, askingLenderAgain),
  'status: approved': all(
    statusDialog('Your loan is approved'),
    ({ page }) => page.getByRole('dialog').getByRole('link', { name: 'Continue to the lender' }).waitFor(),
    verdict('approved', 'APPROVED'),
  ),
  'status: rejected': all(
    statusDialog('The lender is not able to offer approval'),
    verdict('rejected', 'REJECTED'),
  ),
  'status: pending': all(statusDialog('One more document is needed'), verdict('pending', 'PENDING')),
  'status: in progress': all(
    statusDialog('Your application is still in review'),
    verdict('in_progress', 'IN_PROGRESS'),
  ),
  'status: under review': all(statusDialog('Application Under Review'), verdict('under_review', null)),
  'flow.success': all(
    heading('Your application'),
    at(/^\/loan\/[^/]+\/success$/),
    (scene) => text(farewells[scene.truth?.status ?? ''] ?? 'Your application is in review')(scene),
    assertDatabase('the lender has answered', ({ status }) => hasVerdict(status)),
    onceOnly,
  ),
  ...queryAssertions,
};

/** Checks that the institution cannot be changed while the loan is tied to that of its address. */
async function lockedInstitution({ page, expected }: Scene): Promise<void> {
  const { loan, institution } = expected.context;
  if (loan?.locked_institute_id == null || institution === null) return;
  const picker = page.getByRole('combobox', { name: 'Institution', exact: true });
  await picker.waitFor();
  assertEqual('The institution can be chosen', await picker.isEditable(), false);
}

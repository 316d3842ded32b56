/** The expected view of a reviewer's questions on either step, and the matching database state. */
import { all, type Assertion, assertEqual, type Scene, assertDatabase } from './scene.ts';
import { until } from '../../support/until.ts';

/** Assertions for the states of query mode. */
export const queryAssertions: Readonly<Record<string, Assertion>> = {
  // The mode without a query marks no field as asked.
  'queryMode.closed': all(
    async ({ page }) =>
      assertEqual(
        'What a reviewer asks',
        await page.getByText('The reviewer asks', { exact: false }).count(),
        0,
      ),
    // A loan refused permanently by every lender is fully open, regardless of its questions and answers.
    onceRead(async (scene) => {
      const isRefused = scene.expected.context.loan?.lender_refused === true;
      await assertDatabase('nothing is asked', ({ queries }) =>
        queries.every((state) => (isRefused ? state !== 'raised' : state === 'withdrawn')),
      )(scene);
    }),
  ),
  'queryMode.open.answering': all(
    onceRead(assertDatabase('a query waits for its answer', ({ queries }) => queries.includes('raised'))),
    whereShown(questionsAreOpen),
  ),
  'queryMode.open.incomplete': all(
    onceRead(assertDatabase('a query waits for its answer', ({ queries }) => queries.includes('raised'))),
    exceptOnStudents(unansweredPanIsNamed),
  ),
  'queryMode.answered': all(
    assertDatabase(
      'every query has its answer',
      ({ queries }) => queries.length > 0 && !queries.includes('raised'),
    ),
    async ({ page }) => {
      await until(
        'nothing is asked any more',
        () => page.getByText('The reviewer asks', { exact: false }).count(),
        (count) => count === 0,
      );
      for (const pan of await page.getByLabel('PAN number').all())
        assertEqual('The PAN can be typed', await pan.isEditable(), false);
    },
  ),
};

/** Skips the check while a loan is being read, since the page's data may be out of date. */
function onceRead(look: Assertion): Assertion {
  return async (scene) => {
    if (scene.expected.context.loan && !scene.expected.matches({ flow: 'opening' })) await look(scene);
  };
}

/** Queries show on a step, not while the loan is being opened or sent. */
function whereShown(look: Assertion): Assertion {
  return async (scene) => {
    const now = scene.expected;
    const isOnStep =
      now.matches({ flow: 'applicant' }) && !now.matches({ flow: { applicant: 'optionsFailed' } });
    if (isOnStep || now.matches({ flow: { students: 'editing' } })) await look(scene);
  };
}

async function questionsAreOpen({ page, expected }: Scene): Promise<void> {
  const asked = expected.context.loan?.queries.filter(({ state }) => state === 'raised').length ?? 0;
  await page.getByRole('heading', { name: new RegExp(`^The reviewer asks about ${asked} answer`) }).waitFor();
  await page
    .locator('.query-summary li a', { hasText: /^PAN (number|photo)$/ })
    .waitFor({ state: 'attached' });
  // Either step has a way on, and fields without a question are locked.
  await page.getByRole('button', { name: /^(Next|Submit|Check and send)$/ }).waitFor();
  for (const other of await page.getByLabel(/^(Student name|Father's name)$/).all())
    assertEqual('What nobody asked about can be typed', await other.isEditable(), false);
  assertEqual(
    'Buttons that add or delete students',
    await page.getByRole('button', { name: /^(Add|Delete) student/ }).count(),
    0,
  );
}

/** The errors of Applicant Details are shown there alone. */
export function exceptOnStudents(look: Assertion): Assertion {
  return async (scene) => {
    if (!scene.expected.matches({ flow: 'students' })) await look(scene);
  };
}

export async function unansweredPanIsNamed({ page }: Scene): Promise<void> {
  await page
    .getByRole('group', { name: 'Please check 1 answer' })
    .getByRole('link', { name: /^PAN number: Please change this answer/ })
    .waitFor();
  assertEqual('The PAN can be typed', await page.getByLabel('PAN number').isEditable(), true);
  assertEqual("The father's name can be typed", await page.getByLabel("Father's name").isEditable(), false);
}

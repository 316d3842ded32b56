/** The institution of Student Details and its courses: sought, missing, and locked by the link. */
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { limits } from '../../domain/values/limits.ts';
import type { Loan } from '../../domain/values/wire.ts';
import { raman, selvi } from '../e2e/support/fixtures.ts';
import { messageText } from '../e2e/support/message-text.ts';
import { RefusedAnswer } from '../support/answers.ts';
import { openApp, openLoan } from './support/app.tsx';
import {
  answer,
  answerAll,
  button,
  control,
  errorOf,
  expectGone,
  expectShown,
  expectText,
  heading,
  valueOf,
} from './support/fields.ts';
import { loanWithStudents, newLoan } from './support/loans.ts';
import { masters } from './support/masters.ts';
import type { ServerAnswers, TestServer } from './support/server.ts';

const status = page.getByRole('status');

async function newCards(answers?: ServerAnswers) {
  const server = await openLoan(newLoan(selvi), 'student', answers);
  await expectShown(control('Course').first());
  return server;
}

test('searches from the third letter on, and says what it does', async () => {
  const server = await newCards();
  await userEvent.type(control('Institution'), 'Ne');
  await expectText(messageText('student.institution.hint', { letters: 3 }), status);
  const answerSearch = server.hold('searchInstitutes');
  await userEvent.keyboard('el');
  await expectText('Loading....', status);
  await answerSearch();
  await expectShown(page.getByRole('option', { name: raman.institution }));
  await userEvent.keyboard('zzz');
  await expectText('No options', status);
  server.answer('searchInstitutes', new RefusedAnswer(500));
  await userEvent.keyboard('z');
  await expectText(messageText('student.institution.failed'));
});

test('requires an institution before a course, and loads its courses again', async () => {
  const server = await newCards({ listCourses: 'lost' });
  await control('Course').click();
  await expectText('Choose the institution first');
  await answer('Institution', raman.institution);
  await expectText(messageText('student.course.failed'));
  server.answer('listCourses', masters.listCourses ?? []);
  await button('Try again').click();
  await expectGone(page.getByText(messageText('student.course.failed')));
  await answer('Course', 'Class V');
  await expect.poll(() => valueOf('Annual fee')).toBe('52000');
});

/** The option offered when a search finds too little. */
const unlisted = page.getByRole('option', { name: messageText('student.unlisted.option') });
const unlistedName = 'Name of the school or college';

test('offers an unlisted school at the end of the list and when nothing is found, and asks for its name', async () => {
  await newCards();
  const box = control('Institution');
  await box.click();
  await box.fill('Delhi Public');
  await expectText('No options', status);
  await expectShown(unlisted);
  await userEvent.keyboard('{Enter}');
  await expect.element(box).toHaveValue('');
  await box.fill('school');
  const options = page.getByRole('listbox').getByRole('option');
  await expect.poll(() => options.length).toBeGreaterThan(1);
  await expect.element(options.last()).toHaveTextContent(messageText('student.unlisted.option'));
  await userEvent.keyboard('{ArrowUp}{Enter}');
  await expect.element(box).toHaveValue('Others');
  await expectText(messageText('student.unlistedName.hint'));
  await button('Submit').click();
  await expect.poll(() => errorOf(unlistedName)).toBe(messageText('student.error.unlistedName.required'));
  await control(unlistedName).fill('Delhi Public School, Salem');
  await answer('Type of institute', 'School');
  await answer('Institution', raman.institution);
  await expectGone(control(unlistedName));
});

test('says so when an unlisted school cannot be chosen, and offers another try', async () => {
  const server = await newCards({ getInstitute: 'lost' });
  await control('Institution').fill('Delhi Public');
  await unlisted.click();
  await expectText(messageText('student.unlisted.failed'), page.getByRole('alert'));
  server.answer('getInstitute', masters.getInstitute ?? 'lost');
  await button('Try again').click();
  await expect.poll(() => valueOf('Institution')).toBe('Others');
  await expectGone(page.getByText(messageText('student.unlisted.failed')));
});

test('leaves the school that is not on the list where a listed one is chosen meanwhile', async () => {
  const server = await newCards();
  const answerInstitute = server.hold('getInstitute');
  await control('Institution').fill('Delhi Public');
  await unlisted.click();
  await answer('Institution', raman.institution);
  expect(valueOf('Institution')).toBe(raman.institution);
  await answerInstitute();
  await answer('Course', 'Class V');
  expect(valueOf('Institution')).toBe(raman.institution);
  await expectGone(control(unlistedName));
});

test.each([
  ['does not exist', '999999', 999_999],
  ['is unknown where the link has no number', '202abc', limits.unknownInstituteId],
])('tells that an institution of the link %s, and goes on', async (_, text, id) => {
  const loan = { ...newLoan(selvi), locked_institute_id: id };
  const server = await createFromLink(`/?institute_id=${text}`, loan);
  expect(server.bodiesOf('createLoan')).toMatchObject([{ institute_id: id }]);
  await expectText(messageText('student.institution.missing'));
  await answer('Institution', 'Others');
});

test('does not blame the link for an institution that vanished after it was saved', async () => {
  const loan = loanWithStudents(raman);
  loan.el_details.institution_id = 999_999;
  await openLoan(loan, 'student');
  await expectText(messageText('student.institution.gone'));
  await expectGone(page.getByText(messageText('student.institution.missing')));
});

test('locks the institution of the link', async () => {
  const loan = { ...newLoan(selvi), locked_institute_id: 204, test: true };
  await createFromLink('/?institute_id=204&test=1', loan);
  await expect.element(control('Institution')).toHaveValue('Silverpine Grove International School');
  await expect.element(control('Institution')).toHaveAttribute('readonly');
  await expectText('Locked');
  await expectText('Test loan');
});

async function createFromLink(address: string, loan: Loan): Promise<TestServer> {
  const server = await openApp(address, {
    verifyEmail: true,
    createLoan: { loan_id: loan.loan_id, access_token: 'TOKEN' },
    getLoan: loan,
  });
  if (loan.test) await expectText('Test loan');
  await answerAll(selvi.create);
  await button('Submit').click();
  await expectShown(heading('Student Details'));
  return server;
}

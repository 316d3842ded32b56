/**
 * Walks a path on the real app: what a person does is done to the page, and what the world answers is arranged
 * beforehand, by a fault switch, by the PAN, or by the life that a loan has had. No request is intercepted.
 */
import type { Page } from 'playwright-core';
import type { Screen } from '../support/browser.ts';
import { leavesOf } from './browser-model.ts';
import type { Happening, Walk } from './model.ts';
import { pans } from './pans.ts';
import { sees } from './perceives.ts';
import { type Opened, person, type World } from './world.ts';

type Operation = Parameters<World['faults']['arm']>[0]['operation'];

/** A loan as a walk finds it when it reads it; written as 'reads' it in the fixtures. */
const lives: Record<string, (world: World, loan: Opened, pan: string) => Promise<void>> = {
  'a new loan': async () => {},
  'students saved': (world, loan) => world.saveStudents(loan),
  'students saved, plan chosen': async (world, loan, pan) => {
    await world.saveStudents(loan);
    await world.saveApplication(loan, pan);
  },
  approved: async (world, loan, pan) => {
    await world.saveStudents(loan);
    await world.saveApplication(loan, pan);
    const lenderResult = { status: 'APPROVED', url: 'https://lender.example/continue' };
    await world.alter(loan, { status: 'approved', lenderResult });
  },
  'a query open': async (world, loan, pan) => {
    await submitted(world, loan, pan);
    await world.alter(loan, pending);
    await world.raiseQuery(loan, 'personal_details.pan', { message: 'The PAN does not match the card.' });
  },
  'queries answered': async (world, loan, pan) => {
    await submitted(world, loan, pan);
    await world.alter(loan, pending);
    await world.raiseQuery(loan, 'personal_details.pan', { message: 'Another PAN?', state: 'answered' });
  },
  'queries answered, not with the lender yet': async (world, loan, pan) => {
    await submitted(world, loan, pan);
    await world.raiseQuery(loan, 'personal_details.pan', { message: 'Another PAN?', state: 'answered' });
  },
  'a second round': async (world, loan, pan) => {
    await submitted(world, loan, pan);
    await world.alter(loan, pending);
    await world.raiseQuery(loan, 'personal_details.pan', { message: 'Another PAN?', state: 'asked_again' });
    await world.raiseQuery(loan, 'personal_details.dob', { message: 'Which day?', state: 'accepted' });
    await world.raiseQuery(loan, 'personal_details.pan', { message: 'It is still another one.', round: 2 });
  },
};

const pending = { status: 'pending' as const, lenderResult: { status: 'PENDING' } };

async function submitted(world: World, loan: Opened, pan: string): Promise<void> {
  await world.saveStudents(loan);
  await world.saveApplication(loan, pan);
}

/** The PAN that makes the sandbox lender answer so. */
const panFor: Record<string, string> = {
  approved: pans.approved,
  rejected: pans.rejected,
  pending: pans.pending,
  'in progress': pans.inProgress,
  'code 1001': pans.code1001,
  'gateway timed out': pans.timesOutAlways,
  refused: pans.fails,
};

const operations: Record<string, Operation> = {
  checkEmail: 'verifyEmail',
  createLoan: 'createLoan',
  readLoan: 'getLoan',
  findInstitution: 'getInstitute',
  saveStudents: 'saveStudents',
  loadEmiOptions: 'listEmiOptions',
  loadEmiOptionsForModal: 'listEmiOptions',
  saveApplication: 'saveApplication',
  askLender: 'createOnLender',
};

// A browser sends a GET again whose connection was cut, so a cut must outlast its patience.
const patience = 20;

/** Arranges what will be answered; what needs no arranging is what the server answers by itself. */
function arrange(world: World, id: string, answer: string): void {
  const operation = operations[id];
  if (!operation) throw new Error(`No operation answers for ${id}`);
  if (answer === 'unreachable') world.faults.arm({ operation, fault: 'cut', times: patience });
  else if (answer === 'refused' && id !== 'askLender') world.faults.arm({ operation, fault: 'refused' });
  else if (answer === 'gateway timed out' && id !== 'askLender')
    world.faults.arm({ operation, fault: 'timedOut' });
}

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** What a person does, exhaustive over the events that walks to leaves use. */
const acts: Record<string, (page: Page, next: string) => Promise<void>> = {
  'create.submitted': async (page, next) => {
    const email = next === 'the address is bad' ? 'meena@invalid.example' : person.email;
    await page.getByLabel('Name', { exact: true }).fill(person.name);
    await page.getByLabel('Mobile number').fill(person.phone);
    await page.getByLabel('Email').fill(email);
    await press(page, 'Submit');
  },
  'alert.dismissed': (page) =>
    page
      .getByRole('alertdialog')
      .getByRole('button', { name: /^(OK|Close)$/ })
      .click(),
  'retry.requested': (page) => press(page, 'Try again'),
  'student.addRequested': (page) => press(page, 'Add student'),
  'student.addConfirmed': (page) => press(page, 'Yes, add a student'),
  'student.deleteRequested': (page) => press(page, 'Delete student 2'),
  'student.deleteConfirmed': (page) => press(page, 'Delete'),
  'dialog.cancelled': (page) => press(page, 'Cancel'),
  'students.submitted with changes': async (page) => {
    await page.getByLabel('Roll number').first().fill('77');
    await page.getByRole('button', { name: /^(Submit|Next)$/ }).click();
  },
  'students.submitted with nothing changed': (page) =>
    page.getByRole('button', { name: /^(Submit|Next)$/ }).click(),
  'previous.requested': (page) => press(page, 'Previous'),
  'tenure.requested': (page) => page.getByLabel('EMI tenure').click(),
  'application.submitted with a question unanswered': (page) => press(page, 'Submit'),
  'application.submitted': async (page) => {
    await page.getByRole('button', { name: 'Submit', exact: true }).waitFor();
    const isAsked = (await page.getByText(/^The reviewer asks:/).count()) > 0;
    if (isAsked) await changePan(page);
    for (const declaration of await page.getByRole('checkbox', { name: /^I (declare|agree)/ }).all())
      await declaration.check();
    await press(page, 'Submit');
  },
  // In a dialog over the page, or on a page that has no other Submit.
  'submission.retried': (page) => page.getByRole('button', { name: 'Submit', exact: true }).last().click(),
  'status.closed': (page) => press(page, 'Close'),
  'status.reopened': (page) => press(page, 'Show loan status'),
  'explore.requested': (page) =>
    page.getByRole('button', { name: /^(Explore More|Start a new application)$/ }).click(),
  'dashboard.requested': (page) => press(page, 'Go to Dashboard'),
};

/** Another PAN with the same digits, so that the lender answers as arranged. */
async function changePan(page: Page): Promise<void> {
  const pan = page.getByLabel('PAN number');
  await pan.fill((await pan.inputValue()).replace(/^(.{4})./, '$1Z'));
}

/** 'checkEmail answers: the address is bad' → its actor's id and its answer; null for what a person does. */
function answerIn({ words }: Happening): { id: string; answer: string } | null {
  const [, id, answer] = /^(\w+) answers: (.+)$/.exec(words) ?? [];
  return id && answer ? { id, answer } : null;
}

export async function walkInBrowser(world: World, screen: Screen, walk: Walk): Promise<void> {
  const { page } = screen;
  const steps = walk.steps.map(({ happening, expected }) => ({
    happening,
    expected,
    answer: answerIn(happening),
  }));
  arrangeFrom(0);
  await open();
  for (const [at, { happening, expected, answer }] of steps.entries()) {
    if (!answer) {
      arrangeFrom(at + 1);
      const act = acts[happening.words];
      if (!act) throw new Error(`Nobody knows how to do '${happening.words}'`);
      await act(page, steps[at + 1]?.answer?.answer ?? '');
    }
    const rests = !steps[at + 1]?.answer;
    if (expected && rests) await perceive(leavesOf(expected));
  }

  /**
   * Arranges the answers that follow what is done now, up to the next thing that a person does. What is still being
   * asked by then is held there: its answer is on its way for longer than one looks.
   */
  function arrangeFrom(from: number) {
    world.faults.disarmAll();
    let at = from;
    for (let next = steps[at]?.answer; next; next = steps[at]?.answer) {
      arrange(world, next.id, next.answer);
      at += 1;
    }
    const rests = steps[at - 1]?.expected;
    const asked = rests ? Object.keys(rests.children) : walk.input.loanId === null ? [] : ['readLoan'];
    for (const id of asked) {
      const operation = operations[id];
      if (operation) world.faults.arm({ operation, fault: 'slow', ms: 8_000, times: patience });
    }
  }

  async function open() {
    if (!walk.input.hasKey) return void (await page.goto(`${world.url}/`));
    if (walk.input.loanId === null) return void (await page.goto(`${world.url}/?api_key=${world.key}`));
    const loan = await world.newLoan();
    const read = steps.find(({ answer }) => answer?.id === 'readLoan' && lives[answer.answer])?.answer
      ?.answer;
    const asked = steps.find(({ answer }) => answer?.id === 'askLender')?.answer?.answer ?? 'approved';
    await lives[read ?? 'a new loan']?.(world, loan, panFor[asked] ?? pans.approved);
    const isLost = steps[0]?.answer?.answer === 'not found';
    const kept = { key: world.key, keyId: 'demo', token: isLost ? 'gone' : loan.token, until: 9e15 };
    await screen.context.addInitScript(
      ([name, value]) => window.localStorage.setItem(name ?? '', value ?? ''),
      [`feepath.loan.${loan.loanId}`, JSON.stringify(kept)],
    );
    const path = { create: '', students: 'student', applicant: 'applications', success: 'success' };
    await page.goto(`${world.url}/loan/${loan.loanId}/${path[walk.input.place]}?api_key=${world.key}`);
  }

  async function perceive(names: string[]) {
    for (const name of names) {
      const look = sees[name];
      if (!look) throw new Error(`Nobody has written what one perceives in ${name}`);
      await look(page);
    }
  }
}

/** A walk without steps has no snapshot of its own; its leaf is looked for by name. */
export const perceiveLeaf = async (page: Page, leaf: string): Promise<void> => {
  await sees[leaf]?.(page);
};

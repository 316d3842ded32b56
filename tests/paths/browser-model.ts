/** The shortest walks that people and the world can really cause, one to every leaf of the wizard. */
import { type WizardSnapshot, wizardMachine } from '../../machines/wizard.ts';
import { starts } from './fixtures.ts';
import { asStep, essence, type Happening, happens, modelOf, type Walk } from './model.ts';

/** A state's name below the machine, such as `flow.students.editing`; a snapshot rests in one of each region. */
export const leavesOf = (snapshot: WizardSnapshot): string[] =>
  snapshot._nodes.filter((node) => node.type === 'atomic').map((node) => node.path.join('.'));

/** Every leaf that a snapshot can rest in; one that only passes on at once is no place to stand. */
export function leaves(): string[] {
  const nodes = [wizardMachine.root];
  const found: string[] = [];
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const isTransient = node.always?.length && node.transitions.size === 0 && node.path[0] !== 'query';
    if (node.type === 'atomic' && !isTransient) found.push(node.path.join('.'));
    nodes.push(...Object.values(node.states));
  }
  return found.sort();
}

// A loan that was created in this walk is new; only a link leads to one that has been through more.
const needsALink = (words: string) =>
  words.startsWith('readLoan answers') && !/new loan$|unreachable/.test(words);

// Nobody can make these happen to the real app from outside.
const cannotBeCaused: readonly string[] = [
  'readLoan answers: a new loan with a locked institution',
  'readLoan answers: a push under way',
  'saveStudents answers: saved, plan cleared',
  'saveApplication answers: already with the lender',
  'saveApplication answers: refused for want of an answer',
  'askLender answers: code 504 in the body',
  'askLender answers: something else',
];

function canBeCaused(snapshot: WizardSnapshot, { type, words }: Happening): boolean {
  const { context } = snapshot;
  if (cannotBeCaused.includes(words) || type === 'xstate.route') return false;
  if (type === 'institution.chosen' || type === 'receipt.tied' || type === 'loan.reentered') return false;
  if (type === 'students.recalled') return false;
  if (words.startsWith('readLoan answers')) return (context.person !== null) !== needsALink(words);
  // What a short walk leaves empty, a person would have to fill in first; the journeys do that.
  if (type.startsWith('student')) return (context.loan?.el_details.students.length ?? 0) > 0;
  const isQueried = snapshot.matches({ query: 'queried' });
  if (words === 'application.submitted with a question unanswered' && !isQueried) return false;
  if (words === 'saveApplication answers: saved') return !isQueried;
  if (words === 'saveApplication answers: answers saved') return isQueried;
  // The question is about the PAN: the plan is locked.
  if (type === 'tenure.requested') return !isQueried;
  // While queries are open, the page is about them and not about the lender's last answer.
  if (type === 'status.reopened') return !isQueried;
  if (type === 'application.submitted') return context.loan?.loan_details.emi_tenure_id != null;
  return true;
}

const anywhere = () => true;

/** Where one looks at a state of the queries: they show on a step, not while the loan is still being opened. */
const restsOf: Record<string, (snapshot: WizardSnapshot) => boolean> = {
  'query.queried.answering': (snapshot) => snapshot.matches({ flow: { students: 'editing' } }),
  'query.queried.incomplete': (snapshot) => snapshot.matches({ flow: { applicant: 'editing' } }),
  // Of one's own answers, and not only of a link to what was answered before.
  'query.answered': (snapshot) =>
    snapshot.matches({ flow: { status: 'pending' } }) && snapshot.context.application !== null,
};

export function walksToLeaves(): Map<string, Walk> {
  const shortest = new Map<string, Walk>();
  for (const [start, input] of Object.entries(starts)) {
    const model = modelOf(
      input,
      (snapshot, happening) => happens(snapshot, happening) && canBeCaused(snapshot, happening),
      (snapshot) =>
        JSON.stringify([
          essence(snapshot),
          snapshot.context.person !== null,
          snapshot.context.loan?.loan_details.emi_tenure_id,
        ]),
    );
    for (const path of model.getShortestPaths({ allowDuplicatePaths: true })) {
      const walk = { start, input, steps: path.steps.slice(1).map(asStep) };
      for (const leaf of leavesOf(path.state)) {
        if (!(restsOf[leaf] ?? anywhere)(path.state)) continue;
        if (walk.steps.length < (shortest.get(leaf)?.steps.length ?? Number.POSITIVE_INFINITY))
          shortest.set(leaf, walk);
      }
    }
  }
  return shortest;
}

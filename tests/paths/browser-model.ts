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
    const isTransient = node.always?.length && node.transitions.size === 0 && node.parent?.key !== 'query';
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
  'askLender answers: code 504 in the body',
  'askLender answers: something else',
];

function canBeCaused(snapshot: WizardSnapshot, { type, words }: Happening): boolean {
  const { context } = snapshot;
  if (cannotBeCaused.includes(words) || type === 'xstate.route') return false;
  if (type === 'institution.chosen' || type === 'receipt.tied') return false;
  if (words.startsWith('readLoan answers')) return (context.person !== null) !== needsALink(words);
  // What a short walk leaves empty, a person would have to fill in first; the journeys do that.
  if (type.startsWith('student')) return (context.loan?.el_details.students.length ?? 0) > 0;
  // While queries are open, the page is about them and not about the lender's last answer.
  if (type === 'status.reopened') return snapshot.matches({ query: 'open' });
  if (type === 'application.submitted') return context.loan?.loan_details.emi_tenure_id != null;
  return true;
}

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
        // Queries show on a step, not while the loan is still being opened.
        if (leaf === 'query.queried' && !path.state.matches({ flow: { students: 'editing' } })) continue;
        if (walk.steps.length < (shortest.get(leaf)?.steps.length ?? Number.POSITIVE_INFINITY))
          shortest.set(leaf, walk);
      }
    }
  }
  return shortest;
}

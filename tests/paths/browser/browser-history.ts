/**
 * The browser's state besides the wizard's, which a walk must know too: the addresses of Back and Forward, the state
 * of the loan, and unsaved input.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { type Place, places } from '../../../domain/pages/steps.ts';
import { isStatusScreen, placeOf, type WizardSnapshot } from '../../../machines/wizard.ts';
import type { GraphEvent } from '../graph.ts';

/** An entry of the tab's history. */
export interface HistoryEntry {
  place: Place;
  /** Counts the loans of the walk; the create form belongs to none. */
  loan: number;
}

export interface BrowserHistory {
  entries: readonly HistoryEntry[];
  /** The index of the entry shown; -1 until the wizard has come to a place. */
  at: number;
  /** The number of loans that the walk has had. */
  loan: number;
  /** The variant of the first answer that opened a loan; another loan of the same tab begins alike. */
  life: string | null;
  /** True if another person has submitted the loan meanwhile. */
  superseded: boolean;
  /** True if the device has a token that opens one of the walk's loans. */
  opens: boolean;
  /** True if the loan is unchanged since it was first read. */
  asRead: boolean;
  /** The kind of unsaved input in the form; the form would refuse 'unfinished'. */
  typed: 'changed' | 'unfinished' | null;
}

/** The way to a place whose event is a route: a number of entries back or forth, or a link of the page. */
export type Navigation = { by: 'history'; steps: number } | { by: 'stepper' };

// Two entries suffice to go back and forth; going back further shows nothing new.
const maxEntries = 2;

/** The place that each event of a route leads to. */
export const placesByEvent: Readonly<Record<string, Place>> = Object.fromEntries(
  places.map((place) => [`xstate.route to ${place}`, place]),
);

export const browserHistory = {
  first: (snapshot: AnyMachineSnapshot): BrowserHistory => {
    const place = placeOf(snapshot as WizardSnapshot);
    const loan = (snapshot as WizardSnapshot).context.loanId === null ? 0 : 1;
    const entries = place ? [{ place, loan }] : [];
    return {
      entries,
      at: entries.length - 1,
      loan,
      life: null,
      superseded: false,
      opens: false,
      asRead: true,
      typed: null,
    };
  },

  next: (
    before: BrowserHistory,
    graphEvent: GraphEvent,
    from: AnyMachineSnapshot,
    to: AnyMachineSnapshot,
  ): BrowserHistory => {
    const { words } = graphEvent;
    const loan = words === 'createLoan answers: created' ? before.loan + 1 : before.loan;
    const known = {
      ...before,
      loan,
      life: lifeAfter(before, words),
      superseded:
        before.superseded ||
        words === 'saveApplication answers: already with the lender' ||
        /^(refresh|check)Verdict answers: approved$/.test(words),
      opens: opensAfter(before, words),
      asRead: before.asRead && !/^(save\w+ answers: .*saved|pushToLender answers: )/.test(words),
      typed: typedAfter(before, words, to as WizardSnapshot),
    };
    const way = navigationTo(before, from as WizardSnapshot, words);
    const travels = way?.by === 'history';
    const gone = travels ? { ...known, at: before.at + way.steps } : known;
    // The address stays unchanged while the place has no page.
    const shown = placeOf(to as WizardSnapshot);
    const isRefused = shown !== null && placeOf(from as WizardSnapshot) === shown;
    // Back that was refused leaves the history as it was, unless it would always be refused.
    const refusesSteps =
      isStatusScreen(from as WizardSnapshot) &&
      !(from as WizardSnapshot).matches({ flow: { status: 'open' } });
    if (travels && way.steps === -1 && isRefused && !refusesSteps) return known;
    return followed(gone, shown, travels);
  },
};

/** The address follows the wizard: a step that a person made can be gone back on, a correction leaves no trace. */
function followed(now: BrowserHistory, place: Place | null, travels: boolean): BrowserHistory {
  const shown = now.entries[now.at];
  if (place === null) return now;
  const entry = { place, loan: place === 'create' ? 0 : now.loan };
  if (shown && sameEntry(shown, entry)) return now;
  if (!shown) return { ...now, entries: [entry], at: 0 };
  if (travels) return { ...now, entries: now.entries.map((one, index) => (index === now.at ? entry : one)) };
  const entries = [...now.entries.slice(0, now.at + 1), entry].slice(-maxEntries);
  return { ...now, entries, at: entries.length - 1 };
}

const sameEntry = (a: HistoryEntry, b: HistoryEntry) => a.place === b.place && a.loan === b.loan;

function lifeAfter({ life }: BrowserHistory, words: string): string | null {
  const [, variant] = /^readLoan answers: (.+)$/.exec(words) ?? [];
  return variant === undefined || variant === 'unreachable' || variant === 'not found' ? life : variant;
}

function opensAfter({ opens }: BrowserHistory, words: string): boolean {
  if (words === 'loan.accessLost' || words === 'readLoan answers: not found') return false;
  const gotToken = words === 'createLoan answers: created' || words === 'loan.reentered';
  return opens || gotToken || (words.startsWith('readLoan answers: ') && !words.endsWith('unreachable'));
}

function typedAfter(
  { typed }: BrowserHistory,
  words: string,
  after: WizardSnapshot,
): BrowserHistory['typed'] {
  switch (words) {
    case 'student.addConfirmed':
    case 'institution.chosen':
      return 'unfinished';
    case 'student.deleteConfirmed':
    case 'students.submitted with changes':
      return typed ?? 'changed';
    case 'loan.accessLost':
      return after.context.requestedPlace === 'students' ? (typed ?? 'changed') : typed;
    case 'saveStudents answers: saved':
      return null;
    default:
      return after.context.loan === null ? null : typed;
  }
}

/** Returns the way to take a route from there; null if there is none. */
export function navigationTo(
  { entries, at, loan }: BrowserHistory,
  from: WizardSnapshot,
  words: string,
): Navigation | null {
  const place = placesByEvent[words];
  if (!place) return null;
  // The entry of a loan that is not open any more loads the page again.
  const isOpenLoan = from.context.loanId !== null;
  const leads = ({ place: other, loan: owner }: HistoryEntry) =>
    other === place && (other === 'create' || (owner === loan && isOpenLoan));
  const steps = entries
    .map((entry, index) => (index !== at && leads(entry) ? index - at : 0))
    .filter((distance) => distance !== 0)
    .sort((a, b) => Math.abs(a) - Math.abs(b))[0];
  if (steps !== undefined) return { by: 'history', steps };
  const here = placeOf(from);
  const isOpen =
    from.matches({ flow: { students: 'editing' } }) ||
    from.matches({ flow: { applicant: 'editing' } }) ||
    from.matches({ flow: 'success' });
  if (!isOpen || here === place) return null;
  if (place === 'students') return { by: 'stepper' };
  if (place === 'applicant' && here === 'success') return { by: 'stepper' };
  return null;
}

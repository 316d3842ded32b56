/**
 * Aspects are what a page shows besides its state: the lender's verdict in the loan status modal. A walk has shown an
 * aspect once it has looked at it, as with a leaf.
 */
import type { AnyMachineSnapshot } from 'xstate';
import { type Verdict, verdictOf } from '../../../domain/lending/lender.ts';
import { type WizardSnapshot, wizardMachine } from '../../../machines/wizard.ts';
import { leavesIn, leavesOf } from '../statechart.ts';

const verdicts = {
  approved: 'status: approved',
  rejected: 'status: rejected',
  pending: 'status: pending',
  in_progress: 'status: in progress',
  under_review: 'status: under review',
} as const satisfies Record<Verdict, string>;

const aspectsOf = (now: WizardSnapshot): string[] =>
  now.matches({ flow: { status: 'open' } }) ? [verdicts[verdictOf(now.context.result ?? {})]] : [];

/** The leaves and aspects of which a page at this snapshot must show what is promised. */
export const viewsOf = (snapshot: AnyMachineSnapshot): string[] => [
  ...leavesOf(snapshot),
  ...aspectsOf(snapshot as WizardSnapshot),
];

/** Returns the leaves and aspects. */
export const allViews = (): string[] => [...leavesIn(wizardMachine), ...Object.values(verdicts)];

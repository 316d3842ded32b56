/**
 * One application at the desk: read, worked on and pushed, while the server hears that it is open and tells who
 * else has it.
 */
import type { SnapshotFrom } from 'xstate';
import { presence } from './presence.ts';
import { push } from './push.ts';
import { reading } from './reading.ts';
import { deskSetup } from './setup.ts';
import { work } from './work.ts';

export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  type: 'parallel',
  context: ({ input }) => ({
    loanId: input.loanId,
    application: null,
    timeline: null,
    latestVersion: 0,
    viewers: [],
    work: input.work,
    issues: [],
    round: 0,
    sent: null,
    news: [],
    alert: null,
    result: null,
  }),
  states: { reading, presence, work, push },
});

export type DeskSnapshot = SnapshotFrom<typeof deskMachine>;

/** Whether what is shown is older than what the server has. */
export const isOutdated = ({ context }: DeskSnapshot): boolean =>
  context.application !== null && context.latestVersion > context.application.version;

export type { DeskAlert, DeskContext, DeskEvent, DeskInput, Read } from './setup.ts';

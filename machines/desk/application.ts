/** One application at the desk: read, reviewed and pushed; a heartbeat reports its reviewer and returns the others. */
import type { SnapshotFrom } from 'xstate';
import { acting } from './acting.ts';
import { presence } from './presence.ts';
import { reading } from './reading.ts';
import { deskSetup } from './setup.ts';

export const deskMachine = deskSetup.createMachine({
  id: 'desk',
  type: 'parallel',
  context: ({ input }) => ({
    loanId: input.loanId,
    application: null,
    timeline: null,
    latestVersion: 0,
    viewers: [],
    reviewDraft: input.reviewDraft,
    issues: [],
    attempt: 0,
    sentCounts: null,
    newEntries: [],
    alert: null,
    result: null,
  }),
  states: { reading, presence, acting },
});

export type DeskSnapshot = SnapshotFrom<typeof deskMachine>;

/** Whether the server has a newer version than the one on the screen. */
export const isOutdated = ({ context }: DeskSnapshot): boolean =>
  context.application !== null && context.latestVersion > context.application.version;

export type { DeskAlert, DeskContext, DeskEvent, DeskInput, ApplicationWithTimeline } from './setup.ts';

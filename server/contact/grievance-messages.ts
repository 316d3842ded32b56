/**
 * The messages about a grievance: its number to its author, its last day to the platform's grievance officer before that
 * is over, and to its author what can be done where it is over or the grievance is rejected. One job of each grievance
 * waits for its next notice.
 */
import { eq } from 'drizzle-orm';
import { accountPath } from '../../domain/pages/account-pages.ts';
import { addDays, type IsoDate, todayInIndia } from '../../domain/values/dates.ts';
import { dateText } from '../../domain/servicing/document-text.ts';
import { languages } from '../../locales/index.ts';
import { type Database, transaction } from '../db/open.ts';
import { conversations, type GrievanceOutcome } from '../db/schema/contact.ts';
import type { Services } from '../api/handler.ts';
import { cancelJob, enqueueJob } from '../jobs/queue.ts';
import type { JobResult } from '../jobs/runner.ts';
import { queueContactMessages } from '../outbox/queue.ts';
import { appendToTimeline, type TimelineAct, type TimelineActor } from '../timeline/timeline.ts';
import { type ContactConfig, type ConversationRow, type GrievanceRow, isUnsettled } from './grievances.ts';

type Needs = { now: Date; config: ContactConfig };

type Notice = NonNullable<ConversationRow['latestNotice']>;

/** Returns the time of a notice in India, within working hours. */
const noticeTime = (day: IsoDate): Date => new Date(`${day}T10:00:00+05:30`);

/** Sends its number to its author, and notes it in the timeline of its loan. */
export async function announceGrievance(tx: Database, row: GrievanceRow, needs: Needs): Promise<void> {
  const { grievanceNumber: number, answerBy, language } = row;
  await queueContactMessages(tx, {
    template: 'grievance.lodged',
    values: { number, day: dateText(answerBy, languages[language].tag) },
    to: row,
    ...needs,
  });
  await scheduleNotice(tx, row, needs);
  await noteInTimeline(tx, row, { act: 'grievance.lodged', by: 'applicant', now: needs.now });
}

export type SettledGrievance = Needs & {
  outcome: GrievanceOutcome;
  answer: string;
  reviewer: { id: string; name: string };
};

/** The message and the act by which a grievance is settled. */
const settlements = {
  resolved: 'grievance.resolved',
  rejected: 'grievance.rejected',
} as const satisfies Record<GrievanceOutcome, TimelineAct>;

/** Sends the answer that has resolved or rejected it. */
export async function announceOutcome(
  tx: Database,
  row: GrievanceRow,
  { outcome, answer, reviewer, ...needs }: SettledGrievance,
): Promise<void> {
  const values = { number: row.grievanceNumber, answer, ...needs.config.grievances.ombudsman };
  const settlement = settlements[outcome];
  await queueContactMessages(tx, { template: settlement, values, to: row, ...needs });
  await cancelJob(tx, 'grievance.notify', { conversationId: row.id });
  await noteInTimeline(tx, row, { act: settlement, by: reviewer, now: needs.now });
}

async function noteInTimeline(
  tx: Database,
  { loanId, grievanceNumber: grievance }: GrievanceRow,
  { act, by, now }: { act: TimelineAct; by: TimelineActor; now: Date },
): Promise<void> {
  if (loanId !== null) await appendToTimeline(tx, { loanId, at: now, by, act, details: { grievance } });
}

async function scheduleNotice(tx: Database, row: GrievanceRow, { now, config }: Needs): Promise<void> {
  const day = dayOfNextNotice(row, config);
  const conversation = { conversationId: row.id };
  if (day === null) await cancelJob(tx, 'grievance.notify', conversation);
  else await enqueueJob(tx, 'grievance.notify', conversation, { now, runAt: noticeTime(day) });
}

function dayOfNextNotice({ answerBy, latestNotice }: GrievanceRow, config: ContactConfig): IsoDate | null {
  if (latestNotice === 'overdue') return null;
  return addDays(answerBy, latestNotice === null ? -config.grievances.warningDays : 1);
}

/** The job `grievance.notify`. A grievance that is erased or settled needs no notice. */
export async function notifyByJob(
  { db, clock, config }: Pick<Services, 'db' | 'clock' | 'config'>,
  { conversationId }: { conversationId: string },
): Promise<JobResult> {
  const now = clock.now();
  await transaction(db, async (tx) => {
    const isOne = eq(conversations.id, conversationId);
    const [row] = await tx.select().from(conversations).where(isOne).for('update');
    if (!row || !isUnsettled(row)) return;
    const day = dayOfNextNotice(row, config);
    if (day === null || noticeTime(day) > now) return scheduleNotice(tx, row, { now, config });
    const notice: Notice = todayInIndia(now) > row.answerBy ? 'overdue' : 'due_soon';
    await notices[notice](tx, row, { now, config });
    await tx.update(conversations).set({ latestNotice: notice }).where(isOne);
    await scheduleNotice(tx, { ...row, latestNotice: notice }, { now, config });
  });
  return 'done';
}

const notices: Record<Notice, (tx: Database, row: GrievanceRow, needs: Needs) => Promise<void>> = {
  due_soon(tx, { id, grievanceNumber: number, answerBy }, needs) {
    const { officer } = needs.config.lenderProfiles.platform;
    return queueContactMessages(tx, {
      template: 'grievance.dueSoon',
      values: { number, day: dateText(answerBy, languages.en.tag) },
      // Staff read English.
      to: { ...officer, mobile: null, language: 'en' },
      page: `/review/messages/${id}`,
      ...needs,
    });
  },

  overdue(tx, row, needs) {
    const day = dateText(row.answerBy, languages[row.language].tag);
    const values = { number: row.grievanceNumber, day, ...needs.config.grievances.ombudsman };
    const page = accountPath('grievance');
    return queueContactMessages(tx, { template: 'grievance.overdue', values, to: row, page, ...needs });
  },
};

/** The desk's addresses. They carry filters and ids; searched texts are personal data and are never part of one. */
import {
  type QueueStage,
  queueStages,
  type ConversationState,
  type LoanStatus,
} from '../../domain/values/wire.ts';
import type { QueueFilters } from '../../machines/desk/queue.ts';

/** The statuses of the stages that a reviewer works on; each of the other stages has the one that it is named by. */
const workedOnStatuses = [
  'submitted',
  'pending',
  'in_progress',
  'under_review',
] as const satisfies readonly LoanStatus[];

/** Returns the statuses that the applications of a stage can be narrowed to. */
export const statusesOf = (
  stage: QueueStage = queueStages[0],
): readonly (typeof workedOnStatuses)[number][] =>
  ['to_review', 'answered', 'sent_back'].includes(stage) ? workedOnStatuses : [];

export const queuePath = '/review';
export const passwordPath = '/review/password';
export const secondFactorPath = '/review/second-factor';
export const invitationPath = '/review/invitation';

/** Returns the address of an invitation. Browsers send nothing of what is behind the #. */
export const invitationAddress = (token: string): string => `${invitationPath}#${token}`;
export const heldPaymentsPath = '/review/payments';
export const casesPath = '/review/cases';

const oneOf = <T extends string>(all: readonly T[], text: string | null): T | undefined =>
  all.find((each) => each === text);

/** Parses the filters of an address's search; invalid values are left out. */
export function parseQueueFilters(search: string): QueueFilters {
  const asked = new URLSearchParams(search);
  const stage = oneOf(queueStages, asked.get('stage')) ?? queueStages[0];
  const status = oneOf(statusesOf(stage), asked.get('status'));
  const institution = asked.get('institution') ?? '';
  const partner = asked.get('partner') ?? '';
  return {
    stage,
    ...(status && { status }),
    ...(/^\d{1,9}$/.test(institution) && { institution_id: Number(institution) }),
    ...(partner && { partner }),
    ...(asked.get('test') === '1' && { test: true }),
  };
}

/** Returns the queue's address with these filters; defaults are left out. */
export function queueAddress({ stage, status, institution_id, partner, test }: QueueFilters): string {
  const asked = new URLSearchParams();
  if (stage && stage !== queueStages[0]) asked.set('stage', stage);
  if (statusesOf(stage).some((one) => one === status)) asked.set('status', status ?? '');
  if (institution_id !== undefined) asked.set('institution', String(institution_id));
  if (partner) asked.set('partner', partner);
  if (test) asked.set('test', '1');
  const text = asked.toString();
  return text ? `${queuePath}?${text}` : queuePath;
}

export const applicationAddress = (loanId: string): string =>
  `/review/applications/${encodeURIComponent(loanId)}`;

export const isInvitationAddress = (path: string): boolean => /^\/review\/invitation\/?$/.test(path);

export const isQueueAddress = (path: string): boolean => /^\/review\/?$/.test(path);

const messagesPath = '/review/messages';

/** The states of conversations with support, in the order of their tabs. */
export const conversationStates = [
  'open',
  'answered',
  'closed',
] as const satisfies readonly ConversationState[];

export interface ConversationFilters {
  state: ConversationState;
  /** The number of the page, from 1 on. */
  page: number;
}

/** Returns the address of a page of conversations; defaults are left out. */
export function conversationsAddress({ state, page }: ConversationFilters): string {
  const asked = new URLSearchParams();
  if (state !== conversationStates[0]) asked.set('state', state);
  if (page > 1) asked.set('page', String(page));
  const text = asked.toString();
  return text ? `${messagesPath}?${text}` : messagesPath;
}

/** Parses the filters of an address's search; invalid values are left out. */
export function parseConversationFilters(search: string): ConversationFilters {
  const asked = new URLSearchParams(search);
  const page = asked.get('page') ?? '';
  return {
    state: oneOf(conversationStates, asked.get('state')) ?? conversationStates[0],
    page: /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1,
  };
}

export const standardAnswersPath = `${messagesPath}/standard-answers`;

export const conversationAddress = (id: string): string => `${messagesPath}/${encodeURIComponent(id)}`;

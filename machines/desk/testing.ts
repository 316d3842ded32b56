/** An application with queries, for tests of the desk. */
import type { Application, TimelineEntry, Loan, Query } from '../../domain/values/wire.ts';

export const queryOf = (id: string, changes: Partial<Query> = {}): Query => ({
  id,
  field: `personal_details.${id}`,
  reason: 'unclear',
  message: 'What is this?',
  round: 1,
  state: 'answered',
  raised_at: '2026-03-01T10:00:00.000Z',
  answered_at: null,
  answer: null,
  ...changes,
});

export const applicationOf = (queries: Query[] = [], changes: Partial<Application> = {}): Application => ({
  version: 4,
  stage: 'to_review',
  partner: { id: 'demo', name: 'Demo' },
  submitted_at: '2026-03-01T09:00:00.000Z',
  loan: { loan_id: 'L', status: 'submitted', queries } as unknown as Loan,
  documents: [],
  plan: null,
  submissions: [],
  changes: [],
  viewers: [],
  can_ask: true,
  can_push: true,
  missing_documents: [],
  ...changes,
});

export const entryOf = (id: number, changes: Partial<TimelineEntry> = {}): TimelineEntry => ({
  id,
  at: '2026-03-01T11:00:00.000Z',
  actor: 'reviewer',
  actor_name: 'Leela',
  act: 'query.raised',
  field: null,
  before: null,
  after: null,
  details: {},
  ...changes,
});

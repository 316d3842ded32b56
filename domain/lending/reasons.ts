/** The reasons for a reviewer's query (decision 23); their texts are in the reasons.json of every language. */
import type { Query } from '../values/wire.ts';

export type QueryReason = Query['reason'];

/** The reasons in the order in which the desk offers them. */
export const queryReasons = {
  value: ['unclear', 'incomplete', 'mismatch', 'wrong_person', 'outdated', 'other'],
  document: ['unreadable', 'wrong_document', 'wrong_person', 'outdated', 'incomplete', 'other'],
} as const satisfies Record<string, readonly QueryReason[]>;

/** Returns the reasons that fit a field, by its dotted name. */
export const reasonsFor = (field: string): readonly QueryReason[] =>
  field.startsWith('documents.') ? queryReasons.document : queryReasons.value;

/** The contract's shapes of the reviewer's desk under the names that its machines and screens use. */
import type { components } from '../openapi/generated.ts';

type Schemas = components['schemas'];

export type Reviewer = Schemas['Reviewer'];
export type Credentials = Schemas['SignIn'];
export type QueueSearch = Schemas['QueueSearch'];
export type QueuePage = Schemas['QueuePage'];
export type QueueItem = Schemas['QueueItem'];
export type QueueStage = QueueItem['stage'];
export type Application = Schemas['Application'];
export type Change = Schemas['Change'];
export type ReviewedDocument = Schemas['ReviewedDocument'];
export type Presence = Schemas['Presence'];
export type ReviewActs = Schemas['ReviewActs'];
export type TimelineEntry = Schemas['TimelineEntry'];

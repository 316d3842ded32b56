/** Fetches what the consumer app asks besides; the embedded flow does without. */
type ConsumerChunk = typeof import('./consumer-chunk.tsx');

let loading: Promise<ConsumerChunk> | undefined;

/** The same promise at each call, as React's `use` requires; rejects where the chunk cannot be had. */
export const loadConsumer = (): Promise<ConsumerChunk> =>
  (loading ??= import('./consumer-chunk.tsx').then((all) => all.loadConsumerMessages().then(() => all)));

/** Gives the event loop its turns while the embedded database works, which runs on the same thread. */
import type { PGlite } from '@electric-sql/pglite';
import { platform } from '../platform/platform.ts';

/** How long statements may follow one another without a turn; longer than most calls take altogether. */
const longestWithoutTurnMs = 10;

/**
 * The statements of concurrent calls follow one another without a turn of the event loop, because none of them waits for
 * anything outside: so many calls at once would hold up every other connection, timer and answer.
 */
export function addEventLoopTurns(client: PGlite): void {
  const execute = client.execProtocolStream.bind(client);
  let turnedAt = platform.elapsedMs();
  client.execProtocolStream = async (...message) => {
    if (platform.elapsedMs() - turnedAt > longestWithoutTurnMs) {
      await platform.nextTurn();
      turnedAt = platform.elapsedMs();
    }
    return execute(...message);
  };
}

/** Events of lenders and providers: signed calls that come late, twice, in another order, or never. */
import { randomUUID } from 'node:crypto';
import type { OperationId } from '../../../openapi/operations.ts';
import { signatureHeaders } from '../../../server/http/standard-webhooks.ts';
import { sandboxWebhookSecret } from '../../../server/config/config.ts';
import { requestLine } from '../request-line.ts';
import type { World } from '../world.ts';
import { dayMs } from '../times.ts';

const mostTries = 4;

export function sendEvent(
  world: World,
  operation: Extract<OperationId, 'receiveLenderEvent' | 'receiveProviderEvent'>,
  path: Record<string, string | number>,
  reference: string,
): void {
  const { faults, random } = world;
  if (faults.happens('event.never')) return;
  const eventId = randomUUID();
  const times = faults.happens('event.twice') ? 2 : 1;
  for (let time = 0; time < times; time += 1) {
    const afterMs = faults.happens('event.late') ? random.whole(2 * dayMs) : random.whole(5000);
    world.later(afterMs, `event of ${Object.values(path).join()}`, () =>
      deliver(world, { operation, path, reference, eventId }),
    );
  }
}

type Event = {
  operation: 'receiveLenderEvent' | 'receiveProviderEvent';
  path: Record<string, string | number>;
  reference: string;
  eventId: string;
};

async function deliver(world: World, { operation, path, reference, eventId }: Event): Promise<void> {
  const { method, at } = requestLine(operation, path);
  for (let tries = 0; tries < mostTries; tries += 1) {
    const body = JSON.stringify({ reference });
    const timestamp = String(Math.floor(world.scheduler.now / 1000));
    const headers = {
      'content-type': 'application/json',
      ...signatureHeaders([sandboxWebhookSecret], { eventId, timestamp, body: Buffer.from(body) }),
    };
    const answer = await world.anyServer.answer(operation, at, { method, headers, body });
    await world.scheduler.gate(`event answered ${answer?.status ?? 'never'}`);
    world.did('event');
    if (answer && answer.status < 500) return;
    await world.sleep(60_000 * 4 ** tries);
  }
}

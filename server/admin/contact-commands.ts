/** The admin commands about people who want to hear of a product, or have written to support. */
import { comingProducts, type ComingProduct } from '../../domain/pages/coming-products.ts';
import { eraseInterests, exportInterests, notifyInterests } from '../contact/interests.ts';
import { transaction } from '../db/open.ts';
import { eraseConversations } from '../retention/erase-conversations.ts';
import type { CommandContext, Outcome } from './context.ts';

export type ContactCommand =
  | { name: 'export-interests' | 'notify-interests'; product: ComingProduct }
  | { name: 'erase-interests' | 'erase-conversations'; address: string };

export const contactUsage = [
  `npm run admin -- export-interests ${comingProducts.join('|')}`,
  `npm run admin -- notify-interests ${comingProducts.join('|')}`,
  'npm run admin -- erase-interests MOBILE|EMAIL',
  'npm run admin -- erase-conversations MOBILE|EMAIL',
];

export async function runContactCommand(
  { db, clock, config }: Pick<CommandContext, 'db' | 'clock' | 'config'>,
  command: ContactCommand,
): Promise<Outcome> {
  switch (command.name) {
    case 'export-interests':
      return { ok: true, lines: [(await exportInterests(db, command.product)).trimEnd()] };
    case 'notify-interests': {
      const notified = await notifyInterests(db, { product: command.product, now: clock.now(), config });
      return { ok: notified > 0, lines: [`Messages about ${command.product} that are queued: ${notified}.`] };
    }
    case 'erase-interests': {
      const erased = await eraseInterests(db, [command.address]);
      return { ok: erased > 0, lines: [`Interests in a product that are erased: ${erased}.`] };
    }
    case 'erase-conversations': {
      const owner = { customerId: null, addresses: [command.address] };
      const erased = await transaction(db, (tx) => eraseConversations(tx, owner));
      return { ok: erased > 0, lines: [`Conversations with support that are erased: ${erased}.`] };
    }
  }
}

/** The admin commands about people who want to hear of a product, or have written to support. */
import { type ComingProduct, comingProducts, isComingProduct } from '../../domain/pages/coming-products.ts';
import { parseContactAddress } from '../../domain/forms/product-interest.ts';
import { eraseInterests, exportInterests, notifyInterests } from '../contact/interests.ts';
import { transaction } from '../db/open.ts';
import { eraseConversations } from '../retention/erase-conversations.ts';
import { type Argv, command, succeed, requireArgument, type CommandResult, UsageError } from './command.ts';

const ofProduct = { usage: comingProducts.join('|'), read: readProduct };
const ofAddress = { usage: 'MOBILE|EMAIL', read: readAddress };

export const contactCommands = {
  'export-interests': command({
    ...ofProduct,
    run: async ({ db }, { product }) => succeed((await exportInterests(db, product)).trimEnd()),
  }),
  'notify-interests': command({
    ...ofProduct,
    run: async ({ db, clock, config }, { product }) => {
      const notified = await notifyInterests(db, { product, now: clock.now(), config });
      return counted(notified, `Messages about ${product} that are queued`);
    },
  }),
  'erase-interests': command({
    ...ofAddress,
    run: async ({ db }, { address }) =>
      counted(await eraseInterests(db, [address]), 'Interests in a product that are erased'),
  }),
  'erase-conversations': command({
    ...ofAddress,
    run: async ({ db }, { address }) => {
      const owner = { customerId: null, addresses: [address] };
      const erased = await transaction(db, (tx) => eraseConversations(tx, owner));
      return counted(erased, 'Conversations with support that are erased');
    },
  }),
};

const counted = (count: number, what: string): CommandResult => ({
  ok: count > 0,
  lines: [`${what}: ${count}.`],
});

function readProduct({ argument }: Argv): { product: ComingProduct } {
  const product = requireArgument(argument, 'PRODUCT');
  if (isComingProduct(product)) return { product };
  throw new UsageError(`${product} is no product that is to come; there are ${comingProducts.join(', ')}.`);
}

function readAddress({ argument }: Argv): { address: string } {
  return { address: parseContactAddress(requireArgument(argument, 'MOBILE or EMAIL')).address };
}

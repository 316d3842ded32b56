/** The people who take part in a run. */
import type { World } from '../world.ts';
import { Customer } from './customer.ts';
import type { Client } from './client.ts';

export type Person = {
  client: Client;
  /** Ends when the person has nothing more to do. */
  live: () => Promise<void>;
  /** Writes that the person was told are stored and that are not: read anew at the end. */
  missing?: () => Promise<string[]>;
};

export function peopleOf(world: World): Person[] {
  const customers = 1 + world.random.whole(2);
  return Array.from({ length: customers }, (_, index) => new Customer(world, index));
}

/** The people who take part in a run. */
import type { World } from '../world.ts';
import { Customer, type CustomerMemory } from './customer.ts';
import type { Client } from './client.ts';

export type Person = {
  client: Client;
  /** Ends when the person has nothing more to do. */
  live: () => Promise<void>;
  /** Writes that the person was told are stored and that are not: read anew at the end. */
  missing?: () => Promise<string[]>;
};

/** @param memories of the people of an earlier run */
export function peopleOf(world: World, memories: readonly CustomerMemory[]): Customer[] {
  const count = memories.length || 1 + world.random.whole(2);
  return Array.from({ length: count }, (_, index) => new Customer(world, index, memories[index]));
}

/** The fault switches of the calls of the sandbox's providers. */
import type { ProviderSwitches } from '../adapters/index.ts';

/** Runs calls under the switches, where there are any. */
export const withSwitches =
  (switches: ProviderSwitches | undefined): ProviderSwitches['aroundProvider'] =>
  (call, run) =>
    switches ? switches.aroundProvider(call, run) : run();

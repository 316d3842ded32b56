/**
 * Options of Node for a process of tests: the embedded database is compiled once and quickly. A second time, for speed,
 * takes longer than it saves before such a process ends.
 */
export const compilesWasmOnce = ['--liftoff-only'];

/**
 * Options of Node for a process of tests: the embedded database is compiled once and quickly. Compiling it again for
 * speed takes longer than it saves before a test process ends.
 */
export const compilesWasmOnce = ['--liftoff-only'];

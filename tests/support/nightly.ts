/**
 * The two forms of a long test: `npm run nightly` sets NIGHTLY=1 and runs each at its full length; `npm test` runs a
 * short form of the same law. A test that has no short form runs by night alone: `it.runIf(isNightly)`.
 */
export const isNightly = process.env.NIGHTLY === '1';

/**
 * The seed of a run's random values. `npm test` takes the same one each time, so that a change does not fail for
 * another reason; `npm run nightly` takes a new one and prints it, and `SEED=N` repeats it.
 */
import fc from 'fast-check';

export const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

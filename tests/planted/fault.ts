/** The shape of a planted fault. */

export type Fault = {
  /** Names it in the report. */
  id: string;
  /** The harm that it does, and to whom. */
  harm: string;
  file: string;
  /** Exactly once in the file. */
  find: string;
  replace: string;
  /** The tests that are near, tried where the simulator has not found it: project and files. */
  tests: Readonly<Partial<Record<'unit' | 'contract', readonly string[]>>>;
  /** Says that the fault is silent: it causes no error, and no wrong status of an answer. */
  isQuiet?: true;
};

export const contract = (...names: string[]): Fault['tests'] => ({
  contract: names.map((name) => `tests/contract/${name}.test.ts`),
});
export const unit = (...files: string[]): Fault['tests'] => ({ unit: files });

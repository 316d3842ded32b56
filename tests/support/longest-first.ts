/**
 * The files that take longest begin first. Vitest goes by a file's size where it does not know its time, and the
 * longest tests are loops over states in small files: begun last, they let the other workers wait for them.
 */
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** In the order of their time, as a run tells it. */
const longest = [
  'e2e/accessibility',
  'e2e/journeys/outcomes',
  'e2e/review/accessibility',
  'e2e/messages-applicant',
  'e2e/nothing-is-lost',
  'e2e/review/troubles',
  'e2e/review/desk',
  'e2e/journeys/review',
  'contract/operations',
  'faults/push',
];

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const place = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`));
      return at < 0 ? longest.length : at;
    };
    return sorted.toSorted((a, b) => place(a) - place(b));
  }
}

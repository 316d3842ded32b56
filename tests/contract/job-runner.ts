/** The jobs of a test's server, which work only where the test says so. */
import { afterEach } from 'vitest';
import { jobHandlers } from '../../server/app/job-handlers.ts';
import { type JobRunner, startJobRunner } from '../../server/jobs/runner.ts';
import type { Services } from '../../server/api/handler.ts';

/** Call it in a `describe`: what it returns starts a runner, which ends with the test. */
export function jobRunnerFor(given: { app: { services: Services } }): () => void {
  const runners: JobRunner[] = [];
  afterEach(async () => {
    for (const runner of runners.splice(0)) await runner.close(0);
  });
  return () => {
    const { services } = given.app;
    runners.push(startJobRunner(services, jobHandlers(services), { pollMs: 10, random: () => 0.5 }));
  };
}

/** The job `provider.check`: asks a provider what became of one request. */
import type { ProviderName } from '../adapters/provider.ts';
import type { JobResult, JobRun } from '../jobs/runner.ts';
import { Problem } from '../http/problem.ts';
import { checkKyc } from './kyc.ts';
import { checkMandate } from './mandates.ts';
import { checkPayments } from './payment-orders.ts';
import type { StepNeeds } from './steps.ts';

const checks: Record<ProviderName, (needs: StepNeeds, id: string, run: JobRun) => Promise<JobResult>> = {
  kyc: checkKyc,
  mandate: checkMandate,
  payments: checkPayments,
};

export async function checkByJob(
  needs: StepNeeds,
  { provider, id }: { provider: ProviderName; id: string },
  run: JobRun,
): Promise<JobResult> {
  try {
    return await checks[provider](needs, id, run);
  } catch (error) {
    if (isErasedLoan(error)) return 'done';
    throw error;
  }
}

/** Says whether an error means that the loan was erased meanwhile. */
export const isErasedLoan = (error: unknown): boolean =>
  error instanceof Problem && (error.status === 404 || error.status === 410);

/** The verdict of a customer's loan, in a chunk of its own: the embedded flow does without. */
import { lazy, Suspense } from 'react';
import { useServices } from '../services.ts';
import type { ApprovedLoanProps } from './customer-chunk.tsx';

const ApprovedLoan = lazy(async () => ({ default: (await import('./customer-chunk.tsx')).ApprovedLoan }));

interface CustomerVerdictProps extends Pick<ApprovedLoanProps, 'part' | 'children'> {
  isApproved: boolean;
}

/** In the consumer app an approved loan leads to what is next for it (decision 114). */
export function CustomerVerdict({ isApproved, part, children }: CustomerVerdictProps) {
  const { readMyLoan } = useServices();
  if (!isApproved || readMyLoan === null) return children;
  return (
    <Suspense>
      <ApprovedLoan part={part} readMyLoan={readMyLoan}>
        {children}
      </ApprovedLoan>
    </Suspense>
  );
}

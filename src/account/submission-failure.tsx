/** Why a form could not be sent; what was typed is still in it. */
import type { Failure } from '../../machines/outcome.ts';
import { Banner } from '../ui/banner.tsx';
import { t } from '../i18n/i18n.tsx';

/** Nothing where each error stands at its field. */
export function SubmissionFailure({ failure }: { failure: Failure | null }) {
  if (!failure || hasFieldErrors(failure)) return null;
  const isLimited = failure.kind === 'refused' && failure.status === 429;
  return (
    <Banner
      kind="notice"
      role="alert"
      title={t(isLimited ? 'account.submission.tooMany' : 'account.submission.failed')}
    />
  );
}

const hasFieldErrors = (failure: Failure): boolean =>
  failure.kind === 'refused' && failure.status === 400 && failure.errors.some(({ field }) => field !== '');

/** Why a step after the approval could not be done, and what can be done about it. */
import type { MessageId } from '../../../locales/index.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { Banner } from '../../ui/banner.tsx';
import { t } from '../../i18n/i18n.tsx';

const refusals: Readonly<Partial<Record<string, MessageId>>> = {
  'servicing.none': 'servicing.failure.outdated',
  'servicing.step.notNow': 'servicing.failure.outdated',
  'servicing.step.done': 'servicing.failure.outdated',
  'servicing.payment.notDue': 'servicing.failure.notDue',
  'servicing.payee.none': 'servicing.failure.noPayee',
};

const noAnswer: Readonly<Partial<Record<number, MessageId>>> = {
  429: 'account.submission.tooMany',
  502: 'servicing.failure.provider',
};

function messageOf(failure: Failure): MessageId {
  if (failure.kind === 'gatewayTimedOut') return 'servicing.failure.provider';
  if (failure.kind === 'unreachable') return 'servicing.failure.unreachable';
  const known = failure.errors.map(({ code }) => refusals[code]).find((id) => id !== undefined);
  return known ?? noAnswer[failure.status] ?? 'servicing.failure.unreachable';
}

export function CallFailure({ failure }: { failure: Failure | null }) {
  if (!failure) return null;
  return <Banner kind="notice" role="alert" title={t(messageOf(failure))} />;
}

/** Says at the top that money has arrived which does not count yet, so that nobody pays again meanwhile. */
import { useIntl } from 'react-intl';
import type { ReceivedPayment, Servicing } from '../../../domain/values/wire.ts';
import { Banner } from '../../ui/banner.tsx';
import { usePaiseFormat } from '../../ui/money.tsx';
import { t } from '../../i18n/text.tsx';

/** Of the payments that staff check. */
export const heldPaymentsOf = ({ payments }: Pick<Servicing, 'payments'>): ReceivedPayment[] =>
  payments.filter(({ state }) => state === 'held');

/** While it is so, nothing else is paid. */
export const hasHeldPayment = (servicing: Pick<Servicing, 'payments'>): boolean =>
  heldPaymentsOf(servicing).length > 0;

export function HeldPayment({ servicing }: { servicing: Servicing }) {
  const intl = useIntl();
  const format = usePaiseFormat();
  const held = heldPaymentsOf(servicing);
  if (held.length === 0) return null;
  const amounts = held.map(({ amount_paise: paise, currency }) =>
    format(paise).replace('₹', currency === 'INR' ? '₹' : `${currency} `),
  );
  return <HeldNotice amount={intl.formatList(amounts)} />;
}

/** @param props.amount with its currency */
export const HeldNotice = ({ amount }: { amount: string }) => (
  <Banner kind="notice" title={t('servicing.held.title', { amount })}>
    <p>{t('servicing.held.help')}</p>
  </Banner>
);

/** Shows what is paid for an offer a month, how often, and from which day. */
import type { Offer } from '../../../../domain/values/wire.ts';
import { t } from '../../../i18n/i18n.tsx';
import { Paise } from '../../../ui/money.tsx';
import { type FactContext, repaymentSentence } from './offer-facts.ts';

export const OfferPayments = ({ offer, context }: { offer: Offer; context: FactContext }) => (
  <>
    <p>
      <Paise paise={offer.instalment_paise} large />{' '}
      <span className="text-muted">{t('servicing.offer.monthly')}</span>
    </p>
    <p>{repaymentSentence(offer, context)}</p>
  </>
);

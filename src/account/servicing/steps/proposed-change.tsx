/** The change of the accepted offer that the lender proposes: what of it differs, and the ways to accept and to decline it. */
import { useIntl } from 'react-intl';
import { accountPath } from '../../../../domain/pages/account-pages.ts';
import type { Offer } from '../../../../domain/values/wire.ts';
import { useMutation } from '../../../data/mutation.ts';
import { t } from '../../../i18n/i18n.tsx';
import { Actions, Button, ButtonLink } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { paiseFormat } from '../../../ui/money.tsx';
import { Table, type TableColumn } from '../../../ui/table.tsx';
import { Moment } from '../../moment.tsx';
import { useServices } from '../../services.ts';
import { CallFailure } from '../call-failure.tsx';
import { OfferFactText } from '../offers/offer-fact-text.tsx';
import { changedFacts, type OfferFact } from '../offers/offer-facts.ts';
import type { StepProps } from './step-panels.tsx';

export function ProposedChange({ servicing, proposed, onChanged }: StepProps & { proposed: Offer }) {
  const { offer: accepted, institution, loan_id: id, lender_name: lender } = servicing;
  const { call } = useServices();
  const feePaise = institution.fee_paise;
  const offers = [accepted, proposed];
  const context = { intl: useIntl(), feePaise, plan: null, format: paiseFormat(offers) };
  const { isPending, error, mutate } = useMutation<typeof servicing>({
    mutationFn: (_, signal) =>
      call('declineOffer', { path: { id, offer_id: proposed.offer_id } }, { signal }),
    onSuccess: onChanged,
  });
  const columns: TableColumn<OfferFact>[] = [
    {
      ...{ id: 'fact', header: t('servicing.changes.fact'), isHeading: true },
      cell: ({ label }) => t(label),
    },
    ...offers.map((offer) => ({
      id: offer.offer_id,
      header: t(offer === accepted ? 'servicing.changes.accepted' : 'servicing.changes.proposed'),
      cell: (fact: OfferFact) => <OfferFactText fact={fact} offer={offer} context={context} />,
    })),
  ];
  return (
    <Card title={t('servicing.changes.title', { lender })}>
      <p>{t('servicing.changes.help', { date: <Moment at={proposed.valid_until} dateStyle="long" /> })}</p>
      <Table
        caption={t('servicing.changes.caption')}
        columns={columns}
        rows={changedFacts(accepted, proposed, context)}
        rowKey={({ id: fact }) => fact}
      />
      <CallFailure failure={error} />
      <Actions>
        <Button kind="secondary" busy={isPending} onPress={() => mutate()}>
          {t('servicing.changes.keep')}
        </Button>
        <ButtonLink
          kind="secondary"
          href={`${accountPath('keyFacts', id)}?offer=${encodeURIComponent(proposed.offer_id)}`}
        >
          {t('servicing.changes.open')}
        </ButtonLink>
      </Actions>
    </Card>
  );
}

/** Plans to look at: the chosen one, and the dialog of tenure cards in which one is taken (decision 13a). */
import { useState } from 'react';
import type { Order } from '../../../domain/lending/loan-order.ts';
import type { EmiOption } from '../../../domain/values/wire.ts';
import type { WizardSnapshot } from '../../../machines/wizard.ts';
import { RefusalMessage, refusalAction } from '../../form/refusal-message.tsx';
import { offerOf, offersOf } from '../../plans/offers.ts';
import { PlanCards } from '../../plans/plan-cards.tsx';
import { PlanSummary } from '../../plans/plan-summary.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { Alert, Dialog } from '../../ui/dialog.tsx';
import { formatRupees } from '../../ui/money.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useServices, useWizard, useWizardState } from '../shared/wizard.tsx';
import { t } from '../../i18n/i18n.tsx';

export interface PlanProps {
  option: EmiOption;
  /** The order that the plan pays for. */
  order: Order;
}

interface PlanNoticeProps {
  chosen: EmiOption | undefined;
  order: Order;
  /** The plan before the fees changed; null if they have not, or if it is not known. */
  previous: PlanProps | null;
  isUnavailable: boolean;
}

/** Explains a plan that was changed or removed with the data it depends on (docs/decisions/13a-stale-plan.md). */
export function PlanNotice({ chosen, order, previous, isUnavailable }: PlanNoticeProps) {
  const notice = useWizardState((now) => now.context.planNotice);
  if (isUnavailable || notice === 'cleared')
    return <Banner kind="notice" title={t('applicant.emi.cleared')} />;
  if (!chosen || !previous) return null;
  const before = instalmentOf(previous);
  const after = instalmentOf({ option: chosen, order });
  if (before === after) return null;
  const amounts = { before: formatRupees(before), after: formatRupees(after) };
  return (
    <Banner kind="notice" title={t('applicant.emi.recalculated')}>
      {t('applicant.emi.changed', amounts)}
    </Banner>
  );
}

const instalmentOf = ({ option, order }: PlanProps): number => offerOf(option, order).cost.plan.emi_amount;

/** The chosen plan in full. */
export function PlanDetails({ option, order }: PlanProps) {
  const { today } = useServices();
  return <PlanSummary offer={offerOf(option, order)} today={today()} />;
}

/** '6 months, ₹10,000 a month'; short, '₹10,000 a month'. */
export function PlanText({ option, order, isShort = false }: PlanProps & { isShort?: boolean }) {
  const { plan } = offerOf(option, order).cost;
  const [months, amount] = [option.emi_tenure, formatRupees(plan.emi_amount)];
  return isShort ? t('applicant.emi.monthly', { amount }) : t('applicant.emi.chosen', { months, amount });
}

export interface PlanModalProps {
  chosen: EmiOption | undefined;
  /** The order that the plans pay for. */
  order: Order;
  onChoose: (option: EmiOption) => void;
}

/** Shown above Applicant Details while a plan is being chosen, or if none could be fetched. */
export function PlanModal(plan: PlanModalProps) {
  const wizard = useWizard();
  const view = useWizardState((now) => viewOf(now));
  if (view === undefined) return null;
  if (view === 'failed') return <Failed />;
  const cancel = () => wizard.send({ type: 'dialog.cancelled' });
  return <Tenures {...plan} isReady={view === 'choosing'} onCancel={cancel} />;
}

const views: readonly [Parameters<WizardSnapshot['matches']>[0], 'loading' | 'choosing' | 'failed'][] = [
  [{ flow: { applicant: { loadingOptions: 'forModal' } } }, 'loading'],
  [{ flow: { applicant: 'choosingTenure' } }, 'choosing'],
  [{ flow: { applicant: 'optionsFailed' } }, 'failed'],
];

const viewOf = (now: WizardSnapshot) => views.find(([state]) => now.matches(state))?.[1];

function Failed() {
  const wizard = useWizard();
  const close = () => wizard.send({ type: 'alert.dismissed' });
  const retry = () => {
    close();
    wizard.send({ type: 'tenure.requested' });
  };
  const alert = useWizardState((now) => now.context.alert);
  const refusal = alert?.kind === 'refused' ? alert : null;
  const message = refusal ? <RefusalMessage refusal={refusal} /> : t('status.plan.noResponse');
  return (
    <Alert
      message={t('status.plan.failed', { message })}
      action={{ label: t('status.refused.ok'), onPress: close }}
      remedy={(refusal && refusalAction(refusal)) ?? { label: t('app.tryAgain'), onPress: retry }}
    />
  );
}

interface TenuresProps extends PlanModalProps {
  /** False while the plans are being fetched. */
  isReady: boolean;
  onCancel: () => void;
}

/** Shows all plans as cards, of which one can be chosen. */
function Tenures({ isReady, chosen, order, onChoose, onCancel }: TenuresProps) {
  const { today } = useServices();
  const options = useWizardState((now) => now.context.options);
  const offers = isReady ? offersOf(options ?? [], order) : null;
  const isEmpty = offers?.length === 0;
  // The plan that is chosen already is known once the plans are fetched.
  const [pressed, setPressed] = useState<EmiOption>();
  const selected = pressed ?? chosen;
  return (
    <Dialog
      wide
      title={t('status.plan.title')}
      onCancel={onCancel}
      actions={
        <>
          <Button kind={isEmpty ? 'primary' : 'secondary'} onPress={onCancel}>
            {t(isEmpty ? 'status.close' : 'status.plan.cancel')}
          </Button>
          {!isEmpty && (
            <Button kind="primary" disabled={!selected} onPress={() => selected && onChoose(selected)}>
              {t('status.plan.take')}
            </Button>
          )}
        </>
      }
    >
      {offers === null && <Skeleton label={t('app.options.loading')} />}
      {isEmpty && <p>{t('status.plan.none')}</p>}
      <PlanCards offers={offers ?? []} chosen={selected} onChoose={setPressed} today={today()} />
    </Dialog>
  );
}

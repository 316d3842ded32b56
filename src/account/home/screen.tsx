/** The start of the consumer app: the dashboard of a customer, and the start page of everybody else. */
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { MessageId } from '../../../locales/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { t } from '../../i18n/i18n.tsx';
import { RequireSignIn } from '../session/require-sign-in.tsx';
import { Frame } from '../frame.tsx';
import { StepsList } from '../steps-list.tsx';
import { Dashboard } from './dashboard.tsx';
import { StartDrawing } from './start-drawing.tsx';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { isAmount } from '../../../domain/lending/fees.ts';
import { parseFee } from '../../../domain/forms/schemas.ts';
import { isOthers } from '../../../domain/lending/emi.ts';
import type { Outcome } from '../../../domain/values/outcome.ts';
import type { EmiOption, Institution } from '../../../domain/values/wire.ts';
import { AmountInput } from '../../form/amount-input.tsx';
import { cachedForever, useQuery } from '../../data/query.tsx';
import { type Offer, offersOf } from '../../plans/offers.ts';
import { rateText } from '../../plans/rate-text.ts';
import { formatRupees, Money } from '../../ui/money.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Call } from '../../api/call.ts';
import { useServices } from '../services.ts';
import { readInstitution } from '../institutions/read-institution.ts';
import './start.css';

export default function Home() {
  return (
    <RequireSignIn signedOut={<StartPage />}>
      <Dashboard />
    </RequireSignIn>
  );
}

const advantages = [
  'account.start.plans',
  'account.start.fees',
  'account.start.security',
  'account.start.foreclosure',
] as const satisfies readonly MessageId[];

const steps = [
  { title: 'account.start.how.apply', text: 'account.start.how.apply.help' },
  { title: 'account.start.how.documents', text: 'account.start.how.documents.help' },
  { title: 'account.start.how.decide', text: 'account.start.how.decide.help' },
] as const;

/** Introduces Feepath to people who are not signed in. */
function StartPage() {
  return (
    <Frame title="account.start.title" lead="account.start.lead" wide>
      <div className="start-hero stack">
        <FeeCalculator
          action={
            <div className="start-action">
              <ButtonLink href={accountPath('signIn')}>{t('account.start.signIn')}</ButtonLink>
            </div>
          }
        />
        <div className="start-about stack">
          <StartDrawing />
          <ul className="start-advantages stack-s3">
            {advantages.map((id) => (
              <li key={id}>
                <CheckIcon />
                <span>{t(id, limits.planMonths)}</span>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <Card title={t('account.start.how')}>
        <div className="start-steps">
          <StepsList steps={steps} />
        </div>
      </Card>
    </Frame>
  );
}

/** The example fee in rupees. Its instalments use the plans for institutions that have agreed none of their own. */
const exampleFee = '60000';

/** @param props.action the next action, at the foot of the card */
function FeeCalculator({ action }: { action: ReactNode }) {
  const { call } = useServices();
  const [fee, setFee] = useState(exampleFee);
  const plans = useQuery({
    queryKey: ['general plans'],
    queryFn: ({ signal }) => readGeneralPlans(call, signal),
    ...cachedForever,
  });
  const amount = parseFee(fee);
  const isOffered = isAmount(amount) && amount > limits.minimumTotalFee;
  return (
    <Card>
      <AmountInput
        id="fee"
        label={t('account.start.fee')}
        value={fee}
        onValue={setFee}
        error={
          isOffered
            ? undefined
            : t('account.start.fee.minimum', { minimum: formatRupees(limits.minimumTotalFee) })
        }
      />
      {plans.isPending && <Skeleton label={t('app.loading')} fields={2} />}
      {isOffered && plans.data && <Instalments offers={offersFor(amount, plans.data)} />}
      {action}
      <p className="text-muted text-small">
        {plans.data && t('account.start.terms')}{' '}
        <a href={accountPath('institutions')}>{t('account.start.find')}</a>
      </p>
    </Card>
  );
}

/** The months to choose, and what is paid in them. */
function Instalments({ offers }: { offers: readonly Offer[] }) {
  const intl = useIntl();
  const [chosen, setChosen] = useState('');
  const offer = offers.find(({ option }) => String(option.id) === chosen) ?? offers.at(-1);
  if (!offer) return null;
  const { plan, now, total, apr } = offer.cost;
  return (
    <>
      <RadioGroup
        id="months"
        label={t('account.start.months')}
        options={offers.map(({ option: { id, emi_tenure: months } }) => ({
          value: String(id),
          label: intl.formatNumber(months),
        }))}
        value={String(offer.option.id)}
        onValue={setChosen}
      />
      <div role="status">
        <p>{t('account.start.monthly', { amount: <Money rupees={plan.emi_amount} large /> })}</p>
        <p className="text-muted">
          {t('account.start.cost', {
            now: formatRupees(now.total),
            total: formatRupees(total),
            rate: apr ? rateText(intl, apr) : 'none',
          })}
        </p>
      </div>
    </>
  );
}

const offersFor = (fee: number, { institution, options }: GeneralPlans): Offer[] =>
  offersOf(options, { institution_name: institution.name, total_fee: fee, order_value: fee });

interface GeneralPlans {
  institution: Institution;
  options: EmiOption[];
}

/** Reads the plans for institutions that have agreed none of their own. @returns null if this installation has none */
async function readGeneralPlans(call: Call, signal: AbortSignal): Promise<Outcome<GeneralPlans | null>> {
  const others = await readInstitution(call, String(limits.typeOfInstituteFor), signal);
  if (others.kind !== 'ok') return others;
  const { institution, courses: [course] = [] } = others.value ?? {};
  if (!institution || !isOthers(institution.name) || !course) return { kind: 'ok', value: null };
  const options = await call('listEmiOptions', { path: { id: course.id } }, { signal });
  return options.kind === 'ok' ? { kind: 'ok', value: { institution, options: options.value } } : options;
}

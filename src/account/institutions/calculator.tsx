/** What a loan for a course costs: the course, its fees as they are or as somebody changes them, and the plans for them. */
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { emiLabel } from '../../../domain/lending/emi-label.ts';
import type { Fees } from '../../../domain/lending/fees.ts';
import { isAboveMinimumFee, isAmount, studentTotal } from '../../../domain/lending/fees.ts';
import { limits } from '../../../domain/values/limits.ts';
import { orderValue } from '../../../domain/lending/order-value.ts';
import { parseFee } from '../../../domain/forms/schemas.ts';
import type { Course, EmiOption, Institution } from '../../../domain/values/wire.ts';
import { AmountInput } from '../../form/amount-input.tsx';
import { useResource } from '../../hooks/resource.ts';
import { type Offer, offersOf } from '../../plans/offers.ts';
import { PlanCards } from '../../plans/plan-cards.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatRupees, Money } from '../../ui/money.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import './calculator.css';

export interface CalculatorProps {
  institution: Institution;
  courses: readonly [Course, ...Course[]];
}

export function Calculator({ institution, courses }: CalculatorProps) {
  const { call, today } = useServices();
  const [course, setCourse] = useState(courses[0]);
  const [annualFee, setAnnualFee] = useState(String(course.fee ?? 0));
  const chooseCourse = (id: string) => {
    const next = courses.find((each) => String(each.id) === id) ?? course;
    setCourse(next);
    setAnnualFee(String(next.fee ?? 0));
  };
  const [isNew, setNew] = useState(false);
  const [hasTransport, setTransport] = useState(false);
  const [chosen, setChosen] = useState<EmiOption | undefined>();
  const options = useResource(`emi options ${course.id}`, (signal) =>
    call('listEmiOptions', { path: { id: course.id } }, { signal }),
  );
  const fees: Fees = {
    annual_fee: parseFee(annualFee),
    admission_fee_amount: course.admission_fee ?? 0,
    transport_fee_amount: course.transport_fee ?? 0,
    otherfees: course.other_fee ?? 0,
    new_admission: isNew,
    transport_fee_paid: hasTransport,
  };
  const total = studentTotal(fees);
  const isOffered = isAmount(fees.annual_fee) && isAboveMinimumFee(fees);
  const order = {
    institution_name: institution.name,
    total_fee: total,
    order_value: orderValue([fees], institution),
  };
  const offers = options.value && offersOf(options.value, order);
  const subvention = total - order.order_value;
  return (
    <Card title={t('institution.calculator')}>
      <Select
        id="course"
        label={t('institution.course')}
        value={String(course.id)}
        options={courses.map(({ id, title }) => ({ value: String(id), label: title }))}
        onValue={chooseCourse}
      />
      <AmountInput
        id="annual-fee"
        label={t('institution.fee.annual')}
        value={annualFee}
        onValue={setAnnualFee}
        error={
          isOffered
            ? undefined
            : t('institution.fee.minimum', { minimum: formatRupees(limits.minimumTotalFee) })
        }
      />
      {isOffered && <LowestInstalment offers={offers} />}
      {fees.admission_fee_amount > 0 && (
        <Switch
          id="new-admission"
          label={t('institution.fee.admission', { amount: formatRupees(fees.admission_fee_amount) })}
          checked={isNew}
          onChecked={setNew}
        />
      )}
      {fees.transport_fee_amount > 0 && (
        <Switch
          id="transport"
          label={t('institution.fee.transport', { amount: formatRupees(fees.transport_fee_amount) })}
          checked={hasTransport}
          onChecked={setTransport}
        />
      )}
      <Facts
        facts={[
          {
            id: 'other',
            name: t('institution.fee.other'),
            value: <Money rupees={fees.otherfees} />,
          },
          {
            id: 'total',
            name: t('institution.fee.total'),
            value: <Money rupees={total} />,
            strong: true,
          },
          ...(subvention > 0
            ? [
                {
                  id: 'order-value',
                  name: t('institution.fee.financed'),
                  value: <Money rupees={order.order_value} />,
                },
              ]
            : []),
        ]}
      />
      {options.status === 'failed' && (
        <div className="stack" role="alert">
          <p>{t('institution.plans.failed')}</p>
          <div>
            <Button onPress={options.retry}>{t('app.tryAgain')}</Button>
          </div>
        </div>
      )}
      {options.status === 'loading' && <Skeleton label={t('institution.plans.loading')} fields={4} />}
      {offers?.length === 0 && <p>{t('status.plan.none')}</p>}
      {isOffered && offers && offers.length > 0 && (
        <>
          <p className="text-muted">{t('institution.plans.help')}</p>
          <PlanCards offers={offers} chosen={chosen} onChoose={setChosen} today={today()} />
        </>
      )}
    </Card>
  );
}

/** What is paid a month at least; announced when another course or fee changes it. */
function LowestInstalment({ offers = [] }: { offers?: Offer[] | undefined }) {
  const monthly = ({ cost }: Offer) => cost.plan.emi_amount;
  const [lowest] = offers.toSorted((one, other) => monthly(one) - monthly(other));
  return (
    <p className="calculator-result" role="status">
      {lowest &&
        t('institution.from', {
          amount: <Money rupees={monthly(lowest)} large />,
          plan: <FormattedMessage {...emiLabel(lowest.option)} />,
        })}
    </p>
  );
}

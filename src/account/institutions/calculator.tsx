/** Calculates a loan for a course: the course, its fees, which can be changed, and the plans for them. */
import { type ReactNode, useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { emiLabel } from '../../../domain/lending/emi-label.ts';
import {
  feeFields,
  type Fees,
  feesOfCourse,
  type FeeSwitch,
  isAboveMinimumFee,
  isAmount,
  studentFees,
  studentTotal,
} from '../../../domain/lending/fees.ts';
import { limits } from '../../../domain/values/limits.ts';
import { orderValue } from '../../../domain/lending/order-value.ts';
import { parseFee } from '../../../domain/forms/schemas.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Course, EmiOption, Institution } from '../../../domain/values/wire.ts';
import { AmountInput } from '../../form/amount-input.tsx';
import { useMediaQuery } from '../../hooks/media-query.ts';
import { cachedForever, Loaded, type QueryResult, useApiQuery } from '../../data/query.tsx';
import { type Offer, offersOf } from '../../plans/offers.ts';
import { PlanCards } from '../../plans/plan-cards.tsx';
import { Actions, StickyBar } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/checkbox.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatRupees, Money } from '../../ui/money.tsx';
import { Select } from '../../ui/select.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Columns } from '../columns.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';
import './calculator.css';

export interface CalculatorProps {
  institution: Institution;
  courses: readonly [Course, ...Course[]];
  /** The link to the application: below the lowest instalment, with which it is at the foot of a phone's window. */
  apply: ReactNode;
  /** The content below the plans. */
  children: ReactNode;
}

const switchLabels = {
  new_admission: 'institution.fee.admission',
  transport_fee_paid: 'institution.fee.transport',
} satisfies Record<FeeSwitch, MessageId>;

const switchedOff: Record<FeeSwitch, boolean> = { new_admission: false, transport_fee_paid: false };

export function Calculator({ institution, courses, apply, children }: CalculatorProps) {
  const isWide = useMediaQuery('(width >= 64rem)');
  const [course, setCourse] = useState(courses[0]);
  const [annualFee, setAnnualFee] = useState(String(course.fee ?? 0));
  const chooseCourse = (id: string) => {
    const next = courses.find((each) => String(each.id) === id) ?? course;
    setCourse(next);
    setAnnualFee(String(next.fee ?? 0));
  };
  const [switches, setSwitches] = useState(switchedOff);
  const options = useApiQuery('listEmiOptions', { path: { id: course.id } }, cachedForever);
  const fees: Fees = { ...feesOfCourse(course), annual_fee: parseFee(annualFee), ...switches };
  const total = studentTotal(fees);
  const isOffered = isAmount(fees.annual_fee) && isAboveMinimumFee(fees);
  const order = {
    institution_name: institution.name,
    total_fee: total,
    order_value: orderValue([fees], institution),
  };
  const offers = options.data && offersOf(options.data, order);
  const lowest = isOffered && <LowestInstalment offers={offers} large={isWide} />;
  const inputs = (
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
      <Switches fees={fees} switches={switches} onSwitches={setSwitches} />
      <Sums otherFees={fees.otherfees} total={total} financed={order.order_value} />
      {isWide && lowest}
      {isWide && apply}
    </Card>
  );
  return (
    <>
      <Columns side={inputs}>
        {isOffered && <Plans options={options} offers={offers} />}
        {children}
      </Columns>
      {!isWide && (
        <StickyBar>
          <div className="calculator-foot">
            {lowest}
            <Actions>{apply}</Actions>
          </div>
        </StickyBar>
      )}
    </>
  );
}

type PlansProps = { options: QueryResult<unknown>; offers: Offer[] | undefined };

function Plans({ options, offers }: PlansProps) {
  const { today } = useServices();
  const [chosen, setChosen] = useState<EmiOption | undefined>();
  return (
    <Card>
      <Loaded
        query={options}
        pending={<Skeleton label={t('institution.plans.loading')} fields={4} />}
        failed={{ help: 'institution.plans.failed', isInline: true }}
      >
        {() => offers?.length === 0 && <p>{t('status.plan.none')}</p>}
      </Loaded>
      {offers && offers.length > 0 && (
        <>
          <p className="text-muted">{t('institution.plans.help')}</p>
          <PlanCards offers={offers} chosen={chosen} onChoose={setChosen} today={today()} />
        </>
      )}
    </Card>
  );
}

type SwitchesProps = {
  fees: Fees;
  switches: Record<FeeSwitch, boolean>;
  onSwitches: (switches: Record<FeeSwitch, boolean>) => void;
};

/** A switch for each fee of the course that not everybody pays. */
const Switches = ({ fees, switches, onSwitches }: SwitchesProps) =>
  feeFields.map((fee) => {
    const { shownBy } = studentFees[fee];
    return (
      shownBy &&
      fees[fee] > 0 && (
        <Switch
          key={fee}
          id={shownBy}
          label={t(switchLabels[shownBy], { amount: formatRupees(fees[fee]) })}
          checked={switches[shownBy]}
          onChecked={(on) => onSwitches({ ...switches, [shownBy]: on })}
        />
      )
    );
  });

type SumsProps = { otherFees: number; total: number; financed: number };

/** Shows the sums in rupees, and who pays what if the institution pays a part. */
const Sums = ({ otherFees, total, financed }: SumsProps) => (
  <Facts
    facts={[
      [t('institution.fee.other'), <Money rupees={otherFees} />],
      [t('institution.fee.total'), <Money rupees={total} />, 'total'],
      financed < total && [t('institution.fee.subvention'), <Money rupees={total - financed} />],
      financed < total && [t('institution.fee.financed'), <Money rupees={financed} />],
    ]}
  />
);

/** Shows the lowest monthly payment; announced when another course or fee changes it. */
function LowestInstalment({ offers = [], large }: { offers?: Offer[] | undefined; large: boolean }) {
  const monthly = ({ cost }: Offer) => cost.plan.emi_amount;
  const [lowest] = offers.toSorted((one, other) => monthly(one) - monthly(other));
  return (
    <p className="calculator-result" role="status">
      {lowest &&
        t('institution.from', {
          amount: <Money rupees={monthly(lowest)} large={large} />,
          plan: <FormattedMessage {...emiLabel(lowest.option)} />,
        })}
    </p>
  );
}

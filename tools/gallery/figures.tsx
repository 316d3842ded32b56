/** The pieces of src/ui that show amounts, facts and pictures of them. */
import type { ComponentType } from 'react';
import { BarChart } from '../../src/ui/bar-chart.tsx';
import { Button } from '../../src/ui/button.tsx';
import { Facts } from '../../src/ui/facts.tsx';
import { Legend } from '../../src/ui/legend.tsx';
import { Money, Paise } from '../../src/ui/money.tsx';
import { PaymentBars } from '../../src/ui/payment-bars.tsx';
import { Pill } from '../../src/ui/pill.tsx';
import { ProgressBar, ProgressLine } from '../../src/ui/progress-bar.tsx';
import { QrCode } from '../../src/ui/qr-code.tsx';
import { SplitBar } from '../../src/ui/split-bar.tsx';
import { supportLinks } from '../../src/ui/support-links.tsx';
import { Table } from '../../src/ui/table.tsx';
import { ToggleGroup } from '../../src/ui/toggle-group.tsx';
import { Controlled, words } from './support.tsx';

const costParts = [
  { part: 'principal', amount: 60_000 },
  { part: 'interest', amount: 3000 },
  { part: 'charges', amount: 1200 },
] as const;

export const figurePieces: Readonly<Record<string, ComponentType>> = {
  PaymentBars: () => (
    <PaymentBars
      payments={Array.from({ length: 6 }, () => 10_000)}
      start={words('create.step.student')}
      end={words('create.step.status')}
    />
  ),
  'SplitBar and Legend': () => (
    <>
      <SplitBar parts={costParts} />
      <SplitBar parts={costParts} scale={100_000} />
      <SplitBar
        parts={[
          { part: 'paid', amount: 60_000 },
          { part: 'due', amount: 10_000 },
          { part: 'later', amount: 30_000 },
        ]}
      />
      <Legend
        keys={(['principal', 'interest', 'charges'] as const).map((part) => ({
          part,
          name: part,
        }))}
      />
    </>
  ),
  'Support links': () => {
    const { phone, email } = supportLinks({ phone: '1800 000 0000', email: 'support@feepath.example' });
    return (
      <p>
        {phone} {email}
      </p>
    );
  },
  'Money and Paise': () => (
    <p>
      <Money rupees={125_000} /> <Money rupees={125_000} large /> <Paise paise={12_500_050} />
    </p>
  ),
  Facts: () => (
    <Facts
      facts={[
        [words('create.name.label'), 'Meena Raman'],
        [words('create.phone.label'), <Money rupees={48_000} />, 'total'],
      ]}
    />
  ),
  Pill: () => <Pill tone="good">{words('status.approved')}</Pill>,
  ToggleGroup: () => (
    <Controlled first="3">
      {(value, set) => (
        <ToggleGroup
          label="Months"
          options={['3', '6'].map((months) => ({ value: months, name: months }))}
          value={value}
          onValue={set}
        />
      )}
    </Controlled>
  ),
  Table: () => (
    <Table
      caption={words('create.form')}
      columns={[
        { id: 'name', header: words('create.name.label'), cell: (row: string) => row },
        {
          id: 'amount',
          header: words('create.phone.label'),
          cell: () => <Money rupees={48_000} />,
          numeric: true,
        },
      ]}
      rows={['Meena', 'Ravi']}
      rowKey={(row) => row}
      serial={{ header: '#', first: 1 }}
    />
  ),
  BarChart: () => (
    <BarChart
      summary="Applications by week"
      tableTitle={words('create.steps')}
      periodHeader={words('app.date.month')}
      countHeader="#"
      bars={[4, 7, 1, 9].map((count, index) => ({ key: String(index), label: String(index + 1), count }))}
    />
  ),
  'ProgressBar and ProgressLine': () => (
    <>
      <ProgressBar
        label={words('app.draft.saving')}
        percent={40}
        cancel={<Button kind="quiet">{words('student.cancel')}</Button>}
      />
      <ProgressBar label={words('app.draft.saving')} />
      <ProgressLine done={2} all={5} />
    </>
  ),
  QrCode: () => <QrCode text="upi://pay?pa=feepath@example&am=10.00" label="UPI" />,
};

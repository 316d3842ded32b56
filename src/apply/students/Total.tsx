/** What the fees come to: of one student, and of all of them with a picture of what it consists of. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import type { StudentValues } from '../../../domain/student.ts';
import { formatRupees } from '../../ui/Money.tsx';
import { type FeeKind, type FeeParts, feeKinds, feeParts, totalOf } from './fees.ts';
import type { StudentsForm } from './form.ts';
import { rowsOf } from './values.ts';

const names = {
  annual: <FormattedMessage id="student.annualFee.label" />,
  admission: <FormattedMessage id="student.admissionFee.label" />,
  transport: <FormattedMessage id="student.transportFee.label" />,
  other: <FormattedMessage id="student.otherFees.label" />,
} satisfies Record<FeeKind, unknown>;

export function TotalCard({ form }: { form: StudentsForm }) {
  const parts = useFeeParts(form, (rows) => rows);
  const shown = feeKinds.filter((kind) => parts[kind] > 0);
  return (
    <section className="total">
      <h2>
        <FormattedMessage id="student.total.label" />
      </h2>
      <p className="total-figure">{formatRupees(totalOf(parts))}</p>
      <div className="total-bar" aria-hidden="true">
        {shown.map((kind) => (
          <span key={kind} data-fee={kind} style={{ flexGrow: parts[kind] }} />
        ))}
      </div>
      <dl>
        {shown.map((kind) => (
          <div key={kind} className="total-line">
            <dt data-fee={kind}>{names[kind]}</dt>
            <dd>{formatRupees(parts[kind])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

export function StudentTotal({ form, id }: { form: StudentsForm; id: string }) {
  const parts = useFeeParts(form, (rows) => rows.filter((row) => row.id === id));
  return (
    <p className="total-line student-total">
      <FormattedMessage id="student.total.one" /> <span>{formatRupees(totalOf(parts))}</span>
    </p>
  );
}

/** Renders anew only when an amount changes. */
function useFeeParts(form: StudentsForm, of: (rows: StudentValues[]) => StudentValues[]): FeeParts {
  return useSelector(form.store, (state) => feeParts(of(rowsOf(state.values))), {
    compare: (a, b) => feeKinds.every((kind) => a[kind] === b[kind]),
  });
}

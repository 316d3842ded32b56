/** What the fees come to: of one student, and of all of them with a picture of what it consists of. */
import { useSelector } from '@tanstack/react-form';
import { FormattedMessage } from 'react-intl';
import type { StudentValues } from '../../../domain/student.ts';
import { Money } from '../../ui/Money.tsx';
import '../../ui/plan.css';
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
  return (
    <section className="total">
      <h2 className="total-head">
        <FormattedMessage id="student.total.label" />
      </h2>
      <Money rupees={totalOf(parts)} large />
      <FeeBar parts={parts} />
    </section>
  );
}

export function StudentTotal({ form, id }: { form: StudentsForm; id: string }) {
  const parts = useFeeParts(form, (rows) => rows.filter((row) => row.id === id));
  return (
    <p className="student-total">
      <FormattedMessage id="student.total.one" /> <Money rupees={totalOf(parts)} />
    </p>
  );
}

function FeeBar({ parts }: { parts: FeeParts }) {
  const shown = feeKinds.filter((kind) => parts[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <div className="plan">
      <div className="plan-bar" aria-hidden="true">
        {shown.map((kind) => (
          <span key={kind} className={`fee-${kind}`} style={{ flexGrow: parts[kind] }} />
        ))}
      </div>
      <ul className="plan-parts">
        {shown.map((kind) => (
          <li key={kind}>
            <span className={`plan-dot fee-${kind}`} aria-hidden="true" /> {names[kind]}{' '}
            <Money rupees={parts[kind]} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Renders anew only when an amount changes. */
function useFeeParts(form: StudentsForm, of: (rows: StudentValues[]) => StudentValues[]): FeeParts {
  return useSelector(form.store, (state) => feeParts(of(rowsOf(state.values))), {
    compare: (a, b) => feeKinds.every((kind) => a[kind] === b[kind]),
  });
}

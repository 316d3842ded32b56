/** Shows the total fees of a student, and of all students with a chart of the parts. */
import { useSelector } from '@tanstack/react-form';
import { feeFields } from '../../../domain/lending/fees.ts';
import { studentFields } from '../../../domain/forms/fields/student.ts';
import { messageId } from '../../../locales/index.ts';
import { limits } from '../../../domain/values/limits.ts';
import type { StudentValues } from '../../../domain/forms/student.ts';
import { formatRupees } from '../../ui/money.tsx';
import { type FeeParts, feeParts, totalOf } from './fees.ts';
import { StepSummary } from '../shared/step-summary.tsx';
import { t } from '../../i18n/i18n.tsx';
import type { StudentsForm } from './form.ts';
import { rowsOf } from './values.ts';
import './total.css';

export function TotalCard({ form }: { form: StudentsForm }) {
  const parts = useFeeParts(form, (rows) => rows);
  const shown = feeFields.filter((fee) => parts[fee] > 0);
  return (
    <StepSummary>
      <section className="total" data-empty={shown.length === 0 || undefined}>
        <h2>{t('student.total.label')}</h2>
        <p className="total-figure">{formatRupees(totalOf(parts))}</p>
        <div className="total-bar" aria-hidden="true">
          {shown.map((fee) => (
            <span key={fee} data-fee={fee} style={{ flexGrow: parts[fee] }} />
          ))}
        </div>
        <dl>
          {shown.map((fee) => (
            <div key={fee} className="total-line">
              <dt data-fee={fee}>{t(messageId(studentFields[fee].label))}</dt>
              <dd>{formatRupees(parts[fee])}</dd>
            </div>
          ))}
        </dl>
      </section>
    </StepSummary>
  );
}

/** Returns the total for the bar at the foot; null while there is none. */
export function useTotalSummary(form: StudentsForm) {
  const total = totalOf(useFeeParts(form, (rows) => rows));
  if (total === 0) return null;
  const text = (
    <>
      {t('student.total.label')} {formatRupees(total)}
    </>
  );
  return { short: text, full: text };
}

export function StudentTotal({ form, id }: { form: StudentsForm; id: string }) {
  const parts = useFeeParts(form, (rows) => rows.filter((row) => row.id === id));
  const total = totalOf(parts);
  return (
    <div className="student-total">
      <p className="total-line">
        {t('student.total.one')} <span>{formatRupees(total)}</span>
      </p>
      {total <= limits.minimumTotalFee && (
        <p className="text-muted text-small">
          {t('student.hint.minimumFee', { minimum: String(limits.minimumTotalFee) })}
        </p>
      )}
    </div>
  );
}

/** Renders anew only when an amount changes. */
function useFeeParts(form: StudentsForm, of: (rows: StudentValues[]) => StudentValues[]): FeeParts {
  return useSelector(form.store, (state) => feeParts(of(rowsOf(state.values))), {
    compare: (a, b) => feeFields.every((fee) => a[fee] === b[fee]),
  });
}

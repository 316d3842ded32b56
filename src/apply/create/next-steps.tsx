/** What a loan costs, by an example, and what happens next, in three short steps with their time. */
import { useIntl } from 'react-intl';
import { sampleFee, samplePlan } from '../../../domain/lending/sample-plan.ts';
import type { MessageId } from '../../../locales/index.ts';
import { rateText } from '../../plans/rate-text.ts';
import { formatRupees } from '../../ui/money.tsx';
import { t } from '../../i18n/text.tsx';
import './next-steps.css';

const steps: readonly { title: MessageId; time: MessageId }[] = [
  { title: 'create.step.student', time: 'create.step.student.time' },
  { title: 'create.step.applicant', time: 'create.step.applicant.time' },
  { title: 'create.step.status', time: 'create.step.status.time' },
];

export function NextSteps() {
  return (
    <section className="stack-s3" aria-labelledby="next-steps-title">
      <SamplePlan />
      <h2 id="next-steps-title" className="next-steps-title">
        {t('create.steps')}
      </h2>
      <ol className="next-steps-list">
        {steps.map(({ title, time }) => (
          <li key={title}>
            <strong>{t(title)}</strong> <span className="text-muted text-small">{t(time)}</span>
          </li>
        ))}
      </ol>
      <p className="text-muted text-small">{t('create.atHand')}</p>
    </section>
  );
}

function SamplePlan() {
  const intl = useIntl();
  const { instalments, total, apr } = samplePlan();
  return (
    <div className="sample-plan">
      <p>
        {t('create.sample')}{' '}
        <strong>
          {formatRupees(sampleFee)}: {instalments.count} × {formatRupees(instalments.amount)}
        </strong>
      </p>
      <p className="text-muted text-small">
        {t('create.sample.cost', { total: formatRupees(total), rate: rateText(intl, apr ?? '0') })}
      </p>
    </div>
  );
}

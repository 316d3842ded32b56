/** Starts a new application of the customer, and opens its first step. */
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import { newUuid } from '../../../domain/values/uuid.ts';
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';

/** @param props.instituteId of the institution that is set in the application */
export function StartApplication(props: { instituteId?: number; kind?: ButtonProps['kind'] }) {
  const { instituteId, kind = 'primary' } = props;
  const { call, language } = useServices();
  const { history } = useRouter();
  // A repeated press after a lost answer finds the loan that the first one made.
  const [key] = useState(newUuid);
  const { state, failure, submit } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call(
      'createMyLoan',
      {
        header: { 'Idempotency-Key': key },
        body: { language: language(), ...(instituteId && { institute_id: instituteId }) },
      },
      { signal },
    );
    if (outcome.kind === 'ok') history.push(addressOf('students', outcome.value.loan_id, consumerBase));
    return outcome;
  });
  return (
    <div className="stack">
      {failure && (
        <Banner kind="notice" role="alert">
          <p>{t('account.start.failed')}</p>
        </Banner>
      )}
      <div>
        <Button kind={kind} busy={state === 'sending'} onPress={() => submit(null)}>
          {t('account.start.new')}
        </Button>
      </div>
    </div>
  );
}

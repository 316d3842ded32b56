/** Starts a new application of the customer, and opens its first step. */
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { addressOf, consumerBase } from '../../../domain/pages/steps.ts';
import { newUuid } from '../../../domain/values/uuid.ts';
import { useApiMutation } from '../../data/mutation.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { CallFailure } from '../call-failure.tsx';
import { useServices } from '../services.ts';
import { t } from '../../i18n/i18n.tsx';

/** @param props.instituteId the id of the institution that is set in the application */
export function StartApplication(props: { instituteId?: number; kind?: ButtonProps['kind'] }) {
  const { instituteId, kind = 'primary' } = props;
  const { language } = useServices();
  const { history } = useRouter();
  // A repeated press after a lost answer finds the loan that the first one made.
  const [key] = useState(newUuid);
  const { isPending, isSuccess, error, mutate } = useApiMutation('createMyLoan', ({ loan_id }) =>
    history.push(addressOf('students', loan_id, consumerBase)),
  );
  const start = () =>
    mutate({
      header: { 'Idempotency-Key': key },
      body: { language: language(), ...(instituteId && { institute_id: instituteId }) },
    });
  return (
    <div className="stack">
      <CallFailure failure={error} />
      <div>
        <Button kind={kind} busy={isPending || isSuccess} onPress={start}>
          {t('account.start.new')}
        </Button>
      </div>
    </div>
  );
}

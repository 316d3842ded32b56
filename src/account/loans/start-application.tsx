/** Starts a new application of the customer, and opens its first step. */
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { FormattedMessage } from 'react-intl';
import { addressOf, consumerBase } from '../../../domain/steps.ts';
import { newUuid } from '../../../domain/uuid.ts';
import { useAbortSignal } from '../../hooks/abort-signal.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { useServices } from '../services.ts';

/** @param instituteId of the institution that is set in the application */
export function StartApplication({ instituteId }: { instituteId?: number }) {
  const { call, language } = useServices();
  const { history } = useRouter();
  const signal = useAbortSignal();
  const [state, setState] = useState<'idle' | 'creating' | 'failed'>('idle');
  // A repeated press after a lost answer finds the loan that the first one made.
  const [key] = useState(newUuid);
  const start = async () => {
    setState('creating');
    const outcome = await call(
      'createMyLoan',
      {
        header: { 'Idempotency-Key': key },
        body: { language: language(), ...(instituteId && { institute_id: instituteId }) },
      },
      { signal },
    );
    if (signal.aborted) return;
    if (outcome.kind === 'ok') history.push(addressOf('students', outcome.value.loan_id, consumerBase));
    else setState('failed');
  };
  return (
    <div className="stack">
      {state === 'failed' && (
        <Banner kind="notice" role="alert">
          <p>
            <FormattedMessage id="account.start.failed" />
          </p>
        </Banner>
      )}
      <div>
        <Button kind="primary" busy={state === 'creating'} onPress={() => void start()}>
          <FormattedMessage id="account.start.new" />
        </Button>
      </div>
    </div>
  );
}

/** Asks the lender what it has, for whoever may, and moves the lender loan to the stage that follows. */
import { useFormSubmission } from '../../hooks/form-submission.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { useMayDecide } from '../permissions.ts';
import { useServices } from '../services.ts';
import { t } from '../../i18n/text.tsx';
import type { LenderLoanProps } from './parts.tsx';
import './lender-loans.css';

export function AskLender({ loanId, lenderLoan: { lender_id }, onChanged }: LenderLoanProps) {
  const { call } = useServices();
  const mayAsk = useMayDecide();
  const { state, failure, submit, startAnother } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call('moveLenderLoan', { path: { id: loanId }, body: { lender_id } }, { signal });
    if (outcome.kind === 'ok') onChanged(outcome.value);
    return outcome;
  });
  if (!mayAsk) return null;
  return (
    <div className="stack">
      <p role="status" className="lender-loan-asked">
        <Button
          busy={state === 'sending'}
          onPress={() => {
            if (state === 'sent') startAnother();
            submit(null);
          }}
        >
          {t('review.lenderLoan.ask')}
        </Button>
        {state === 'sent' && t('review.lenderLoan.asked')}
      </p>
      {failure && <ErrorNote role="alert">{t('review.lenderLoan.ask.failed')}</ErrorNote>}
    </div>
  );
}

/** Asks the lender what it has, for whoever may, and moves the lender loan to the stage that follows. */
import { useApiMutation } from '../../data/mutation.ts';
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
  const { isPending, isSuccess, error, mutate } = useApiMutation(call, 'moveLenderLoan', onChanged);
  if (!mayAsk) return null;
  return (
    <div className="stack">
      <p role="status" className="lender-loan-asked">
        <Button busy={isPending} onPress={() => mutate({ path: { id: loanId }, body: { lender_id } })}>
          {t('review.lenderLoan.ask')}
        </Button>
        {isSuccess && t('review.lenderLoan.asked')}
      </p>
      {error && <ErrorNote role="alert">{t('review.lenderLoan.ask.failed')}</ErrorNote>}
    </div>
  );
}

/** The withdrawal of a question that has no answer yet, which can be taken back until the review is sent. */
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { t } from '../../i18n/i18n.tsx';
import { useDesk, useDeskState } from './actor.tsx';
import './query-form.css';

/** @param props.waiting the content shown unless the query is withdrawn */
export function Withdrawal({ id, waiting }: { id: string; waiting?: ReactNode }) {
  const desk = useDesk();
  const isWithdrawn = useDeskState(({ context }) => context.reviewDraft.decisions[id]?.kind === 'withdraw');
  return (
    <div className="flag-form-actions">
      {isWithdrawn ? t('review.query.withdrawing') : waiting}
      <Button
        kind="quiet"
        onPress={() =>
          desk.send(
            isWithdrawn
              ? { type: 'decision.removed', id }
              : { type: 'query.decided', id, decision: { kind: 'withdraw' } },
          )
        }
      >
        {t(isWithdrawn ? 'review.query.keep' : 'review.query.withdraw')}
      </Button>
    </div>
  );
}

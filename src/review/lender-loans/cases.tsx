/** The cases of a lender loan: what its lender says that does not fit, and what was done about it. */
import { useState } from 'react';
import type { LenderLoan, ServicingCase } from '../../../domain/values/wire.ts';
import type { MessageId } from '../../../locales/index.ts';
import type { Failure } from '../../../machines/outcome.ts';
import { ConfirmButton } from '../../data/confirm-button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { formatPaise } from '../../ui/money.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useMayDecide } from '../services.ts';
import { DateText, DateTimeText, NoValue } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { type LenderLoanProps, Part } from './parts.tsx';
import './lender-loans.css';

export function Cases({ lenderLoan: { cases }, onChanged }: LenderLoanProps) {
  const open = cases.filter(({ closed_at: at }) => at === null);
  const closed = cases.filter(({ closed_at: at }) => at !== null);
  const list = (some: readonly ServicingCase[]) => (
    <ul className="stack-s3">
      {some.map((one) => (
        <li key={one.case_id} className="stack-s2">
          <div>
            <CaseText servicingCase={one} />
          </div>
          <div>
            <CloseCase servicingCase={one} onClosed={(after) => after && onChanged(after)} />
          </div>
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 && (
        <Part title={t('review.cases.open', { count: open.length })}>
          <p className="text-muted">{t('review.case.next')}</p>
          {list(open)}
        </Part>
      )}
      {closed.length > 0 && (
        <Part isDone title={t('review.cases.closed', { count: closed.length })}>
          {list(closed)}
        </Part>
      )}
    </>
  );
}

type CaseFact = ServicingCase['details'][number];

/** Says what a case is about, what is known and what the lender says, and what was done about it. */
export function CaseText({
  servicingCase: { counterparty, kind, details, closed_at: at, closed_by: name, note, settled_by: by },
}: {
  servicingCase: ServicingCase;
}) {
  const isUnknown = details.every(({ known }) => known === null);
  return (
    <>
      <strong>{t('review.case.kind', { kind })}</strong>
      {counterparty === 'gateway' && <p className="lender-loan-detail">{t('review.case.gateway')}</p>}
      {details.map(({ name: fact, known, said }, index) => (
        <p key={fact} className="lender-loan-detail">
          {t(known === said || (isUnknown && index > 0) ? 'review.case.same' : 'review.case.difference', {
            name: t('review.case.fact', { name: fact }),
            isKnown: known === null ? 'no' : 'yes',
            known: <FactValue name={fact} value={known} />,
            said: <FactValue name={fact} value={said} />,
          })}{' '}
          {fact === 'amount_paise' && <AmountDifference known={Number(known)} said={Number(said)} />}
        </p>
      ))}
      {at && (
        <p className="lender-loan-detail">
          {t('review.case.closed', { by, name, date: <DateTimeText at={at} />, note })}
        </p>
      )}
    </>
  );
}

/** Says how much more or less paise they say; nothing where either amount is missing or in another currency. */
function AmountDifference({ known, said }: { known: number; said: number }) {
  const paise = Math.abs(said - known);
  if (!(known > 0 && said > 0 && paise > 0)) return null;
  return t('review.case.amountDifference', {
    direction: said > known ? 'more' : 'less',
    amount: formatPaise(paise),
  });
}

/** A day that cannot be, and an amount in another currency, is shown as it came. */
export function FactValue({ name, value }: { name: CaseFact['name']; value: string | null }) {
  if (value === null) return <NoValue />;
  if (name === 'amount_paise' && !Number.isNaN(Number(value))) return formatPaise(Number(value));
  if (name === 'state') return t('review.case.state', { state: value });
  if (['disbursed_on', 'paid_on', 'changed_on'].includes(name) && !Number.isNaN(Date.parse(value)))
    return <DateText at={value} />;
  return value;
}

/** Closes a case, for staff who may decide about money; empty if it is closed. */
export function CloseCase({
  servicingCase: { case_id: caseId, closed_at: closedAt },
  onClosed,
}: {
  servicingCase: ServicingCase;
  /** Called with the lender loan as it is then; null if the case is about none. */
  onClosed: (lenderLoan: LenderLoan | null) => void;
}) {
  const mayClose = useMayDecide();
  const [note, setNote] = useState('');
  if (closedAt !== null || !mayClose) return null;
  return (
    <ConfirmButton
      label={t('review.case.close')}
      title={t('review.case.close.title')}
      cancel={t('review.form.cancel')}
      confirm={t('review.case.close')}
      operation="closeCase"
      params={{ path: { case_id: caseId }, body: { note: note.trim() } }}
      onSuccess={onClosed}
      failure={(error) =>
        !isNoteMissing(error) && <ErrorNote role="alert">{t(failureMessage(error))}</ErrorNote>
      }
    >
      {(error) => (
        <>
          <p>{t('review.case.close.help')}</p>
          <TextArea
            id="case-note"
            label={t('review.case.note')}
            value={note}
            onValue={setNote}
            error={isNoteMissing(error) && t('review.case.note.error')}
          />
        </>
      )}
    </ConfirmButton>
  );
}

const isNoteMissing = (error: Failure | null): boolean => error?.kind === 'refused' && error.status === 400;

const failureMessage = (failure: Failure): MessageId =>
  failure.kind === 'refused' && failure.status === 409 ? 'review.case.changed' : 'review.case.notClosed';

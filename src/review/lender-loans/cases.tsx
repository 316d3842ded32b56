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
import { DateText, DateTimeText, NoValue, TimeAgo } from '../values.tsx';
import { t } from '../../i18n/i18n.tsx';
import { Comparison } from './comparison.tsx';
import type { LenderLoanProps } from './parts.tsx';
import { Difference } from './payment-text.tsx';
import './lender-loans.css';

export const isOpen = ({ closed_at: at }: ServicingCase): boolean => at === null;

/** Lists cases with what differs and what was done, and closes those that are open. */
export const Cases = ({
  cases,
  onChanged,
}: Pick<LenderLoanProps, 'onChanged'> & Pick<LenderLoan, 'cases'>) => (
  <ul className="stack-s3">
    {cases.map((one) => (
      <li key={one.case_id} className="stack-s2">
        <CaseText servicingCase={one} />
        <div>
          <CloseCase servicingCase={one} onClosed={(after) => after && onChanged(after)} />
        </div>
      </li>
    ))}
  </ul>
);

type CaseFact = ServicingCase['details'][number];

/** Says what a case is about, how what is known differs from what the lender says, and what was done about it. */
export function CaseText({
  servicingCase: { counterparty, kind, details, closed_at: at, closed_by: name, note, settled_by: by },
}: {
  servicingCase: ServicingCase;
}) {
  const amount = details.find(({ name: fact }) => fact === 'amount_paise');
  return (
    <div className="case-text stack-s2">
      <p className="case-head">
        <strong>{t('review.case.kind', { kind })}</strong>
        {amount && <Difference paise={Number(amount.said) - Number(amount.known)} />}
      </p>
      {counterparty === 'gateway' && <p className="lender-loan-detail">{t('review.case.gateway')}</p>}
      {details.length > 0 && <CaseFacts details={details} />}
      {at && (
        <p className="lender-loan-detail">
          {t('review.case.closed', { by, name, date: <DateTimeText at={at} />, note })}
        </p>
      )}
    </div>
  );
}

const CaseFacts = ({ details }: Pick<ServicingCase, 'details'>) => (
  <Comparison
    known={t('review.case.known')}
    said={t('review.case.said')}
    rows={details.map(({ name, known, said }) => ({
      key: name,
      name: t('review.case.fact', { name }),
      known: <FactValue name={name} value={known} />,
      said: <FactValue name={name} value={said} />,
      differs: known !== said,
    }))}
  />
);

/** A day that cannot be, and an amount in another currency, is shown as it came. */
function FactValue({ name, value }: { name: CaseFact['name']; value: string | null }) {
  if (value === null) return <NoValue />;
  if (name === 'amount_paise' && !Number.isNaN(Number(value))) return formatPaise(Number(value));
  if (name === 'cancelled_at')
    return (
      <>
        <DateText at={value} /> · <TimeAgo since={value} />
      </>
    );
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

/** The loans of an application at its lenders: what each has offered, and what has happened since its approval. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { IssuedDocument, LenderLoan, LenderLoanStage, QueueStage } from '../../../domain/values/wire.ts';
import { documentNames } from '../../my-loans/servicing-messages.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Disclosure } from '../../ui/disclosure.tsx';
import { Facts } from '../../ui/facts.tsx';
import { formatPaise, formatRupees } from '../../ui/money.tsx';
import { Pill, type PillTone } from '../../ui/pill.tsx';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';
import { useApiMutation } from '../../data/mutation.ts';
import { apiQuery, Loaded, setQueryData, useQuery } from '../../data/query.tsx';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/field-shell.tsx';
import { FileIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useApplication, useDesk } from '../application/actor.tsx';
import { FactList } from '../fact-list.tsx';
import { stageMessages, stageTones, statusMessages } from '../message-ids.ts';
import { DateText, DateTimeText } from '../values.tsx';
import { useMayDecide, useServices } from '../services.ts';
import { loadFailure } from '../status-pages.tsx';
import { Book } from './book.tsx';
import { Cases, isOpen } from './cases.tsx';
import { Invoices } from './invoices.tsx';
import { Offers } from './offers.tsx';
import type { LenderLoanProps } from './parts.tsx';
import { isDecided } from './payment-decision.tsx';
import { Payments } from './payments.tsx';
import { Steps } from './steps.tsx';
import './lender-loans.css';

/** The stages in which a lender has the application. */
export const stagesWithLenders: readonly QueueStage[] = ['with_lender', 'approved', 'rejected'];

export function LenderLoans() {
  const { stage } = useApplication();
  return stagesWithLenders.includes(stage) ? <Panel /> : null;
}

/** Returns the query of the lender loans, which are read again with each version of the application. */
function useLenderLoansQuery() {
  const { call } = useServices();
  const { loan, stage, version } = useApplication();
  return {
    ...apiQuery(call, 'readLenderLoans', { path: { id: loan.loan_id } }),
    queryKey: ['readLenderLoans', loan.loan_id, version],
    enabled: stagesWithLenders.includes(stage),
    // What is folded open stays so while it is read again.
    placeholderData: (previous: LenderLoan[] | undefined) => previous,
  };
}

/** Shows how far the loan is at the lender whose offer was accepted, else the stage of the application. */
export function ApplicationStage() {
  const { stage } = useApplication();
  const { data: all = [] } = useQuery(useLenderLoansQuery());
  const accepted = all.find(({ accepted_offer_id: offer }) => offer !== null);
  return accepted ? (
    <LenderLoanState lenderLoan={accepted} />
  ) : (
    <Pill tone={stageTones[stage]}>{t(stageMessages[stage])}</Pill>
  );
}

function Panel() {
  const intl = useIntl();
  const desk = useDesk();
  const loanId = useApplication().loan.loan_id;
  const query = useLenderLoansQuery();
  const onChanged = (all: LenderLoan[], changed: LenderLoan) => {
    setQueryData(
      query,
      all.map((one) => (one.lender_id === changed.lender_id ? changed : one)),
    );
    // The timeline has what was done.
    desk.send({ type: 'latest.requested' });
  };
  return (
    <Loaded
      query={useQuery(query)}
      pending={<Skeleton label={t('review.lenderLoans.loading')} fields={2} />}
      failed={loadFailure('review.lenderLoans.failed')}
    >
      {(all) => (
        <section className="stack-s3" aria-label={intl.formatMessage({ id: 'review.lenderLoans.title' })}>
          {all.map((lenderLoan) => (
            <LenderLoanCard
              key={lenderLoan.lender_id}
              loanId={loanId}
              lenderLoan={lenderLoan}
              startsOpen={lenderLoan.accepted_offer_id !== null || all.length === 1}
              onChanged={(changed) => onChanged(all, changed)}
            />
          ))}
        </section>
      )}
    </Loaded>
  );
}

/** A loan at one lender. */
function LenderLoanCard({ startsOpen, ...props }: LenderLoanProps & { startsOpen: boolean }) {
  const { loanId, lenderLoan } = props;
  const { lender_id: lenderId, lender_name: name, verdict, servicing, cases } = lenderLoan;
  const closed = cases.filter((one) => !isOpen(one));
  const decided = lenderLoan.payments.filter(isDecided);
  return (
    <CollapsibleCard
      id={`lender-${lenderId}`}
      title={name}
      state={<LenderLoanState lenderLoan={lenderLoan} />}
      startsOpen={startsOpen}
    >
      <Needs {...props} />
      <Amounts lenderLoan={lenderLoan} />
      {verdict === 'approved' && <AskLender {...props} />}
      <div>
        <Disclosure title={t('review.details')}>
          <Details lenderLoan={lenderLoan} />
        </Disclosure>
        {decided.length > 0 && (
          <Disclosure title={t('review.payments')}>
            <Payments {...props} payments={decided} />
          </Disclosure>
        )}
        {closed.length > 0 && (
          <Disclosure title={t('review.cases.closed', { count: closed.length })}>
            <Cases cases={closed} onChanged={props.onChanged} />
          </Disclosure>
        )}
        <Offers lenderLoan={lenderLoan} />
        {servicing && <Steps servicing={servicing} />}
        {servicing && servicing.invoices.length > 0 && <Invoices invoices={servicing.invoices} />}
        {servicing && servicing.book.length > 0 && <Book entries={servicing.book} />}
        {lenderLoan.documents.length > 0 && (
          <IssuedDocuments loanId={loanId} documents={lenderLoan.documents} />
        )}
      </div>
    </CollapsibleCard>
  );
}

const LenderLoanState = ({ lenderLoan }: { lenderLoan: LenderLoan }) => (
  <Pill tone={toneOf(lenderLoan)}>{stateOf(lenderLoan)}</Pill>
);

export function StageName({ stage }: { stage: LenderLoanStage }) {
  return t('review.lenderLoan.stage', { stage });
}

const goodStates = ['approved', 'disbursed', 'repaying', 'closed'];
const badStates = ['rejected', 'cancelled', 'expired', 'refused'];

function toneOf({ stage, verdict, cases, payments }: LenderLoan): PillTone {
  if (cases.some(isOpen) || !payments.every(isDecided)) return 'waiting';
  const state = stage ?? verdict ?? '';
  if (goodStates.includes(state)) return 'good';
  return badStates.includes(state) ? 'bad' : 'running';
}

/** Returns the stage, or the decision if there is no stage. */
const stateOf = (lenderLoan: LenderLoan): ReactNode =>
  lenderLoan.stage === null ? <Verdict lenderLoan={lenderLoan} /> : <StageName stage={lenderLoan.stage} />;

/** Drafts have no lender loans. */
function Verdict({ lenderLoan: { verdict } }: { lenderLoan: LenderLoan }) {
  return t(statusMessages[verdict === null || verdict === 'draft' ? 'with_lender' : verdict]);
}

/** Shows the open cases and undecided payments, ahead of the other parts. */
function Needs(props: LenderLoanProps) {
  const { lenderLoan, onChanged } = props;
  const cases = lenderLoan.cases.filter(isOpen);
  const payments = lenderLoan.payments.filter((payment) => !isDecided(payment));
  const count = cases.length + payments.length;
  if (count === 0) return null;
  return (
    <div className="lender-loan-needs stack-s3">
      <h3>{t('review.waiting.group', { group: 'decide', count })}</h3>
      {cases.length > 0 && <p className="text-muted">{t('review.case.next')}</p>}
      <Cases cases={cases} onChanged={onChanged} />
      {payments.length > 0 && <Payments {...props} payments={payments} />}
    </div>
  );
}

/** The amounts of the loan whose offer was accepted, and when they moved, in the order of its life. */
function Amounts({ lenderLoan }: { lenderLoan: LenderLoan }) {
  const { order_value: applied } = useApplication().loan.el_details;
  const { offers, accepted_offer_id: acceptedId, disbursed_paise: paidOut, servicing } = lenderLoan;
  const { cancelled_at: askedAt, cancel_confirmed_at: confirmedAt, disbursed_on: paidOutOn } = lenderLoan;
  const accepted = offers.find(({ offer_id: id }) => id === acceptedId);
  if (!accepted || !servicing) return null;
  return (
    <Facts
      facts={[
        [t('review.lenderLoan.applied'), formatRupees(applied ?? 0)],
        [t('review.lenderLoan.offered'), formatPaise(accepted.terms.sanctioned_amount_paise)],
        askedAt !== null && [t('review.lenderLoan.cancelAsked'), <DateTimeText at={askedAt} />],
        confirmedAt !== null && [t('review.lenderLoan.cancelConfirmed'), <DateTimeText at={confirmedAt} />],
        paidOutOn !== null && [t('review.lenderLoan.disbursed'), <DateText at={paidOutOn} />],
        paidOut !== null && [t('review.lenderLoan.paidOut'), formatPaise(paidOut)],
        paidOutOn !== null && [t('review.lenderLoan.paid'), formatPaise(servicing.paid_paise)],
        paidOutOn !== null && [
          t('review.lenderLoan.outstanding'),
          formatPaise(servicing.outstanding_paise),
          'total',
        ],
      ]}
    />
  );
}

function Details({ lenderLoan }: { lenderLoan: LenderLoan }) {
  const { next_due_on: nextDueOn, stage_changed_at: since } = lenderLoan;
  return (
    <FactList
      className="lender-loan-facts"
      facts={[
        ['review.lenderLoan.verdict', <Verdict lenderLoan={lenderLoan} />],
        ['review.lenderLoan.reference', lenderLoan.reference],
        ['review.lenderLoan.since', since && <DateTimeText at={since} />],
        ['review.lenderLoan.account', lenderLoan.account_number],
        ['review.lenderLoan.utr', lenderLoan.disbursal_utr],
        ['review.lenderLoan.nextDue', nextDueOn && <DateText at={nextDueOn} />],
      ]}
    />
  );
}

/** Asks the lender for the loan's state, for staff who may, and moves the lender loan to the resulting stage. */
function AskLender({ loanId, lenderLoan, onChanged }: LenderLoanProps) {
  const { lender_id } = lenderLoan;
  const mayAsk = useMayDecide();
  const { isPending, isSuccess, error, mutate } = useApiMutation('moveLenderLoan', onChanged);
  if (!mayAsk) return null;
  return (
    <div className="stack">
      <p role="status" className="lender-loan-asked">
        <Button busy={isPending} onPress={() => mutate({ path: { id: loanId }, body: { lender_id } })}>
          {t('review.lenderLoan.ask')}
        </Button>
        {isSuccess && t('review.lenderLoan.asked', { state: stateOf(lenderLoan) })}
      </p>
      {error && <ErrorNote role="alert">{t('review.lenderLoan.ask.failed')}</ErrorNote>}
    </div>
  );
}

type Props = { loanId: string; documents: readonly IssuedDocument[] };

/** Lists the documents that the customer was given, each opened in a new tab. */
function IssuedDocuments({ loanId, documents }: Props) {
  const { isPending, error, mutate } = useApiMutation('addressOfIssuedDocument', ({ address }) => {
    window.open(address, '_blank', 'noopener');
  });
  return (
    <Disclosure title={t('servicing.documents')}>
      <ul className="lender-loan-documents stack-s1">
        {documents.map((document) => (
          <li key={document.document_id}>
            <Button
              kind="quiet"
              busy={isPending}
              onPress={() => mutate({ path: { id: loanId, document_id: document.document_id } })}
            >
              <FileIcon />
              {t(documentNames[document.kind])}
            </Button>
            <span className="lender-loan-detail">
              {document.number}, <LanguageName language={document.language} />,{' '}
              <DateTimeText at={document.created_at} />
            </span>
          </li>
        ))}
      </ul>
      {error && <ErrorNote role="alert">{t('servicing.document.failed')}</ErrorNote>}
    </Disclosure>
  );
}

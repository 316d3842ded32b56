/** The loans of an application at its lenders: what each has offered, and what has happened since its approval. */
import type { ReactNode } from 'react';
import { useIntl } from 'react-intl';
import type { IssuedDocument, LenderLoan, LenderLoanStage, QueueStage } from '../../../domain/values/wire.ts';
import { documentNames } from '../../my-loans/servicing-messages.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Paise } from '../../ui/money.tsx';
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
import { Cases } from './cases.tsx';
import { Invoices } from './invoices.tsx';
import { Offers } from './offers.tsx';
import { type LenderLoanProps, Part } from './parts.tsx';
import { Payments } from './payments.tsx';
import { Steps } from './steps.tsx';
import './lender-loans.css';

/** The stages in which a lender has the application. */
export const stagesWithLenders: readonly QueueStage[] = ['with_lender', 'approved', 'rejected'];

export function LenderLoans() {
  const { stage, version } = useApplication();
  return stagesWithLenders.includes(stage) ? <Panel key={version} /> : null;
}

/** Returns the query of the lender loans, which are read again with each version of the application. */
function useLenderLoansQuery() {
  const { call } = useServices();
  const { loan, stage, version } = useApplication();
  return {
    ...apiQuery(call, 'readLenderLoans', { path: { id: loan.loan_id } }),
    queryKey: ['readLenderLoans', loan.loan_id, version],
    enabled: stagesWithLenders.includes(stage),
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
  const { lender_id: lenderId, lender_name: name, verdict, servicing } = lenderLoan;
  return (
    <CollapsibleCard
      id={`lender-${lenderId}`}
      title={name}
      state={<LenderLoanState lenderLoan={lenderLoan} />}
      startsOpen={startsOpen}
    >
      <Facts lenderLoan={lenderLoan} />
      {verdict === 'approved' && <AskLender {...props} />}
      {lenderLoan.cases.length > 0 && <Cases {...props} />}
      {lenderLoan.payments.length > 0 && <Payments {...props} />}
      <Offers lenderLoan={lenderLoan} />
      {servicing && <Steps servicing={servicing} />}
      {servicing && servicing.invoices.length > 0 && <Invoices invoices={servicing.invoices} />}
      {servicing && servicing.book.length > 0 && <Book entries={servicing.book} />}
      {lenderLoan.documents.length > 0 && (
        <IssuedDocuments loanId={loanId} documents={lenderLoan.documents} />
      )}
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

function toneOf({ stage, verdict }: LenderLoan): PillTone {
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

function Facts({ lenderLoan }: { lenderLoan: LenderLoan }) {
  const { disbursed_on: disbursedOn, next_due_on: nextDueOn, disbursed_paise: paidOut } = lenderLoan;
  const { stage_changed_at: since, cancelled_at: cancelledAt, cancel_confirmed_at: confirmedAt } = lenderLoan;
  const servicing = disbursedOn && lenderLoan.servicing;
  return (
    <FactList
      className="lender-loan-facts"
      facts={[
        ['review.lenderLoan.verdict', <Verdict lenderLoan={lenderLoan} />],
        ['review.lenderLoan.reference', lenderLoan.reference],
        ['review.lenderLoan.since', since && <DateTimeText at={since} />],
        ['review.lenderLoan.account', lenderLoan.account_number],
        ['review.lenderLoan.cancelAsked', cancelledAt && <DateTimeText at={cancelledAt} />],
        ['review.lenderLoan.cancelConfirmed', confirmedAt && <DateTimeText at={confirmedAt} />],
        ['review.lenderLoan.disbursed', disbursedOn && <DateText at={disbursedOn} />],
        ['review.lenderLoan.paidOut', paidOut !== null && <Paise paise={paidOut} />],
        ['review.lenderLoan.utr', lenderLoan.disbursal_utr],
        ['review.lenderLoan.nextDue', nextDueOn && <DateText at={nextDueOn} />],
        ['review.lenderLoan.paid', servicing && <Paise paise={servicing.paid_paise} />],
        ['review.lenderLoan.outstanding', servicing && <Paise paise={servicing.outstanding_paise} />],
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
    <Part title={t('servicing.documents')} isDone>
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
    </Part>
  );
}

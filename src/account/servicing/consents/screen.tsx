/** Every consent of a customer: its words, since when, and the way to withdraw it, with what follows said before. */
import { useState } from 'react';
import { FormattedDate, FormattedMessage } from 'react-intl';
import { loanNumber } from '../../../../domain/loan-number.ts';
import type { ConsentPurpose } from '../../../../domain/servicing/consents.ts';
import type { Consent } from '../../../../domain/wire.ts';
import type { MessageId } from '../../../../locales/index.ts';
import { languageAttributes, languages } from '../../../../locales/languages.ts';
import { useFormSubmission } from '../../../hooks/form-submission.ts';
import { usePolling } from '../../../hooks/polling.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { Moment } from '../../moment.tsx';
import { useServices } from '../../services.ts';
import { NotFoundPage } from '../../status-pages.tsx';
import { CallFailure } from '../call-failure.tsx';
import { consentNames } from '../consent-names.ts';
import { LoanPage } from '../loan-page.tsx';

const isNeverPending = () => false;

export default function ConsentsScreen() {
  const { call } = useServices();
  const consents = usePolling((signal) => call('listConsents', {}, { signal }), isNeverPending);
  return (
    <LoanPage
      title="account.consents.title"
      lead="servicing.consents.lead"
      polled={consents}
      notFound={<NotFoundPage />}
    >
      {(list) =>
        list.length === 0 ? (
          <p>
            <FormattedMessage id="servicing.consents.none" />
          </p>
        ) : (
          list.map((consent) => (
            <ConsentCard key={consent.consent_id} consent={consent} onWithdrawn={consents.refresh} />
          ))
        )
      }
    </LoanPage>
  );
}

/** What follows from a withdrawal. */
const consequences = {
  application: 'servicing.withdrawal.application',
  credit_bureau: 'servicing.withdrawal.creditBureau',
  kyc: 'servicing.withdrawal.kyc',
  payments: 'servicing.withdrawal.payments',
  messages: 'servicing.withdrawal.messages',
  marketing: 'servicing.withdrawal.marketing',
} as const satisfies Record<ConsentPurpose, MessageId>;

function ConsentCard({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const { purpose, words, language, version, loan_id: loanId, lender_name: lender } = consent;
  const { given_at: givenAt, withdrawn_at: withdrawnAt } = consent;
  return (
    <Card
      title={
        <>
          <FormattedMessage id={consentNames[purpose]} />
          <span className="visually-hidden"> {loanId !== null && loanNumber(loanId)}</span>
        </>
      }
    >
      <p {...languageAttributes(language)}>{words}</p>
      <Facts
        facts={[
          {
            id: 'given',
            name: <FormattedMessage id="servicing.consents.given" />,
            value: <Moment at={givenAt} dateStyle="long" />,
          },
          ...(withdrawnAt === null
            ? []
            : [
                {
                  id: 'withdrawn',
                  name: <FormattedMessage id="servicing.consents.withdrawn" />,
                  value: <Moment at={withdrawnAt} dateStyle="long" />,
                },
              ]),
          ...(lender === null
            ? []
            : [{ id: 'lender', name: <FormattedMessage id="servicing.consents.lender" />, value: lender }]),
          ...(loanId === null
            ? []
            : [
                {
                  id: 'loan',
                  name: <FormattedMessage id="account.column.number" />,
                  value: loanNumber(loanId),
                },
              ]),
          {
            id: 'language',
            name: <FormattedMessage id="app.language" />,
            value: <span {...languageAttributes(language)}>{languages[language].name}</span>,
          },
          {
            id: 'version',
            name: <FormattedMessage id="account.agreements.version" />,
            value: <FormattedDate value={version} dateStyle="long" timeZone="UTC" />,
          },
        ]}
      />
      {withdrawnAt === null && <Withdrawal consent={consent} onWithdrawn={onWithdrawn} />}
    </Card>
  );
}

function Withdrawal({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const { call } = useServices();
  const [isConfirming, setConfirming] = useState(false);
  const { state, failure, submit } = useFormSubmission<null>(async (_, signal) => {
    const outcome = await call('withdrawConsent', { path: { id: consent.consent_id } }, { signal });
    if (outcome.kind === 'ok') {
      setConfirming(false);
      onWithdrawn();
    }
    return outcome;
  });
  return (
    <>
      <div>
        <Button onPress={() => setConfirming(true)}>
          <FormattedMessage id="servicing.consents.withdraw" />
          <span className="visually-hidden">
            {' '}
            <FormattedMessage id={consentNames[consent.purpose]} />
          </span>
        </Button>
      </div>
      {isConfirming && (
        <Dialog
          role="alertdialog"
          title={<FormattedMessage id="servicing.withdrawal.title" />}
          onCancel={() => setConfirming(false)}
          actions={
            <>
              <Button kind="quiet" onPress={() => setConfirming(false)}>
                <FormattedMessage id="servicing.withdrawal.keep" />
              </Button>
              <Button kind="primary" busy={state === 'sending'} onPress={() => submit(null)}>
                <FormattedMessage id="servicing.consents.withdraw" />
              </Button>
            </>
          }
        >
          <p>
            <FormattedMessage id={consequences[consent.purpose]} />
          </p>
          <CallFailure failure={failure} />
        </Dialog>
      )}
    </>
  );
}

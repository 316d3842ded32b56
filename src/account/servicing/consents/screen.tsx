/** Lists a customer's consents: the words, the date, and a way to withdraw each, with a warning of the consequences. */
import { FormattedDate } from 'react-intl';
import { loanNumber } from '../../../../domain/loan/loan-number.ts';
import type { ConsentPurpose } from '../../../../domain/servicing/consents.ts';
import type { Consent } from '../../../../domain/values/wire.ts';
import { type MessageId, languageAttributes } from '../../../../locales/index.ts';
import { ConfirmButton } from '../../../data/confirm-button.tsx';
import { refetchOnFocus, useApiQuery } from '../../../data/query.tsx';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { Moment } from '../../moment.tsx';
import { groupBy } from '../../group-by.ts';
import { NotFoundPage } from '../../status-pages.tsx';
import { CallFailure } from '../../call-failure.tsx';
import { consentNames } from '../consent-names.ts';
import { LoanPage } from '../loan-page.tsx';
import { t } from '../../../i18n/i18n.tsx';
import { LanguageName } from '../../../i18n/language-name.tsx';
import './consents.css';

export default function ConsentsScreen() {
  const consents = useApiQuery('listConsents', {}, refetchOnFocus);
  return (
    <LoanPage
      title="account.consents.title"
      lead="servicing.consents.lead"
      query={consents}
      notFound={<NotFoundPage />}
    >
      {(list) =>
        list.length === 0 ? (
          <Card>
            <p>{t('servicing.consents.none')}</p>
          </Card>
        ) : (
          <div className="split">
            {groupBy(list.toSorted(validFirst), givenTogether).map((group) => (
              <ConsentsCard key={group[0].consent_id} consents={group} onWithdrawn={consents.refetch} />
            ))}
          </div>
        )
      }
    </LoanPage>
  );
}

/** The consequences of a withdrawal. */
const consequences = {
  share: 'servicing.withdrawal.submission',
  credit_check: 'servicing.withdrawal.submission',
  application: 'servicing.withdrawal.application',
  credit_bureau: 'servicing.withdrawal.creditBureau',
  kyc: 'servicing.withdrawal.kyc',
  payments: 'servicing.withdrawal.payments',
  guardian: 'servicing.withdrawal.guardian',
  messages: 'servicing.withdrawal.messages',
  marketing: 'servicing.withdrawal.marketing',
} as const satisfies Record<ConsentPurpose, MessageId>;

const validFirst = (a: Consent, b: Consent) =>
  Number(a.withdrawn_at !== null) - Number(b.withdrawn_at !== null);

const givenTogether = (one: Consent) => [
  one.loan_id,
  one.lender_name,
  one.given_at,
  one.language,
  one.version,
];

interface ConsentsCardProps {
  consents: [Consent, ...Consent[]];
  onWithdrawn: () => void;
}

function ConsentsCard({ consents, onWithdrawn }: ConsentsCardProps) {
  const { language, version, loan_id: loanId, lender_name: lender, given_at: givenAt } = consents[0];
  return (
    <Card
      title={
        <>
          {lender ?? t('account.consents.title')}
          <span className="visually-hidden"> {loanId !== null && loanNumber(loanId)}</span>
        </>
      }
    >
      <Facts
        facts={[
          loanId !== null && [t('account.column.number'), loanNumber(loanId)],
          [t('servicing.consents.given'), <Moment at={givenAt} dateStyle="long" />],
          [t('app.language'), <LanguageName language={language} />],
          [
            t('account.agreements.version'),
            <FormattedDate value={version} dateStyle="long" timeZone="UTC" />,
          ],
        ]}
      />
      <ul className="stack">
        {consents.map((consent) => (
          <ConsentRow key={consent.consent_id} consent={consent} onWithdrawn={onWithdrawn} />
        ))}
      </ul>
    </Card>
  );
}

function ConsentRow({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const { purpose, words, language, withdrawn_at: withdrawnAt } = consent;
  return (
    <li className={withdrawnAt === null ? 'consent' : 'consent text-muted'}>
      <div className="consent-words">
        <h3>{t(consentNames[purpose])}</h3>
        <p {...languageAttributes(language)}>{words}</p>
        {withdrawnAt !== null && (
          <p>
            <strong>{t('servicing.consents.withdrawn')}</strong> <Moment at={withdrawnAt} dateStyle="long" />
          </p>
        )}
      </div>
      {withdrawnAt === null && <Withdrawal consent={consent} onWithdrawn={onWithdrawn} />}
    </li>
  );
}

function Withdrawal({ consent, onWithdrawn }: { consent: Consent; onWithdrawn: () => void }) {
  const name = t(consentNames[consent.purpose]);
  return (
    <div>
      <ConfirmButton
        label={
          <>
            {t('servicing.consents.withdraw')}
            <span className="visually-hidden"> {name}</span>
          </>
        }
        role="alertdialog"
        danger
        title={t('servicing.withdrawal.title', { consent: name })}
        cancel={t('servicing.withdrawal.keep')}
        confirm={t('servicing.consents.withdraw')}
        operation="withdrawConsent"
        params={{ path: { id: consent.consent_id } }}
        onSuccess={onWithdrawn}
        failure={(error) => <CallFailure failure={error} />}
      >
        <p>{t(consequences[consent.purpose])}</p>
      </ConfirmButton>
    </div>
  );
}

/** What the customer has agreed to, when, and in which words. */
import { FormattedDate, FormattedMessage } from 'react-intl';
import { legalPath } from '../../../domain/legal.ts';
import { loanNumber } from '../../../domain/loan-number.ts';
import type { CustomerAgreement } from '../../../domain/wire.ts';
import { languageAttributes, languages } from '../../../locales/languages.ts';
import { disposeAtOnce, useResource } from '../../hooks/resource.ts';
import { Card } from '../../ui/Card.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Frame } from '../frame.tsx';
import { LoadFailed } from '../load-failed.tsx';
import { Moment } from '../moment.tsx';
import { useServices } from '../services.ts';

export default function Agreements() {
  const { call } = useServices();
  const agreements = useResource(
    'agreements',
    (signal) => call('listAgreements', {}, { signal }),
    disposeAtOnce,
  );
  return (
    <Frame title="account.agreements.title" lead="account.agreements.lead">
      {agreements.status === 'failed' && <LoadFailed onRetry={agreements.retry} />}
      {agreements.status === 'loading' && (
        <ListSkeleton label={<FormattedMessage id="app.loading" />} shape="cards" count={2} />
      )}
      {agreements.status === 'loaded' && agreements.value.length === 0 && (
        <p>
          <FormattedMessage id="account.agreements.none" />
        </p>
      )}
      {agreements.status === 'loaded' &&
        agreements.value.map((one) => (
          <Agreement key={`${one.loan_id} ${one.document} ${one.version} ${one.at}`} agreement={one} />
        ))}
    </Frame>
  );
}

const titles = { terms: 'legal.terms', privacy: 'legal.privacy' } as const;

function Agreement({ agreement }: { agreement: CustomerAgreement }) {
  const { loan_id: loanId, document, version, language, at, words } = agreement;
  return (
    <Card
      title={
        <>
          <FormattedMessage id={titles[document]} />
          <span className="visually-hidden">
            {' '}
            {loanNumber(loanId)}, <FormattedDate value={at} dateStyle="long" timeStyle="medium" />
          </span>
        </>
      }
    >
      <p lang={languages[language].tag}>{words}</p>
      <Facts
        facts={[
          {
            id: 'at',
            name: <FormattedMessage id="account.agreements.at" />,
            value: <Moment at={at} dateStyle="long" />,
          },
          {
            id: 'loan',
            name: <FormattedMessage id="account.column.number" />,
            value: loanNumber(loanId),
          },
          {
            id: 'language',
            name: <FormattedMessage id="app.language" />,
            value: <span {...languageAttributes(language)}>{languages[language].name}</span>,
          },
          {
            id: 'version',
            name: <FormattedMessage id="account.agreements.version" />,
            value: (
              <a href={legalPath(document, version)}>
                <FormattedDate value={version} dateStyle="long" timeZone="UTC" />
              </a>
            ),
          },
        ]}
      />
    </Card>
  );
}

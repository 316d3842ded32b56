/** Lists the customer's agreements with their dates and wording. */
import { FormattedDate } from 'react-intl';
import { legalPath } from '../../../domain/pages/legal.ts';
import { loanNumber } from '../../../domain/loan/loan-number.ts';
import type { CustomerAgreement } from '../../../domain/values/wire.ts';
import { languages } from '../../../locales/index.ts';
import { Loaded, useApiQuery } from '../../data/query.tsx';
import { Card } from '../../ui/card.tsx';
import { type Fact, Facts } from '../../ui/facts.tsx';
import { ListSkeleton } from '../../ui/skeleton.tsx';
import { Frame } from '../frame.tsx';
import { groupBy } from '../group-by.ts';
import { Moment } from '../moment.tsx';
import { t } from '../../i18n/i18n.tsx';
import { LanguageName } from '../../i18n/language-name.tsx';

export default function Agreements() {
  const agreements = useApiQuery('listAgreements', {});
  return (
    <Frame title="account.agreements.title" lead="account.agreements.lead">
      <Loaded query={agreements} pending={<ListSkeleton label={t('app.loading')} shape="cards" count={2} />}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <p>{t('account.agreements.none')}</p>
            </Card>
          ) : (
            groupBy(all, (one) => [one.loan_id, one.at, one.language, one.words]).map((documents) => (
              <Agreement key={`${documents[0].loan_id} ${documents[0].at}`} documents={documents} />
            ))
          )
        }
      </Loaded>
    </Frame>
  );
}

const titles = { terms: 'legal.terms', privacy: 'app.privacy' } as const;

/** Shows the documents that were agreed to in one sentence. */
function Agreement({ documents }: { documents: [CustomerAgreement, ...CustomerAgreement[]] }) {
  const { loan_id: loanId, language, at, words } = documents[0];
  return (
    <Card
      title={
        <>
          {t('account.column.number')} {loanNumber(loanId)}
          <span className="visually-hidden">
            , <FormattedDate value={at} dateStyle="long" timeStyle="medium" />
          </span>
        </>
      }
    >
      <p lang={languages[language].tag}>{words}</p>
      <Facts
        facts={[
          ...documents.map(({ document, version }): Fact => [
            t(titles[document]),
            <a href={legalPath(document, version)}>
              {t('legal.version', {
                date: <FormattedDate value={version} dateStyle="medium" timeZone="UTC" />,
              })}
            </a>,
          ]),
          [t('account.agreements.at'), <Moment at={at} dateStyle="long" />],
          [t('app.language'), <LanguageName language={language} />],
        ]}
      />
    </Card>
  );
}

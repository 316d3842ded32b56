/** What a reviewer asked about this step, with a link to each field (decision 24). */
import { FormattedMessage } from 'react-intl';
import type { Lock } from '../../../domain/access.ts';
import { Banner } from '../../ui/Banner.tsx';

export function QueryBanner({ lock }: { lock: Lock }) {
  const queries = lock.mode === 'queried' ? lock.queries.filter(({ field }) => isOfThisStep(field)) : [];
  if (queries.length === 0) return null;
  return (
    <Banner
      kind="query"
      title={<FormattedMessage id="app.query.title" values={{ count: queries.length }} />}
      links={queries.map(({ field, message }) => ({
        id: field,
        message: <FormattedMessage id="app.query.message" values={{ message }} />,
      }))}
    />
  );
}

const isOfThisStep = (field: string) => /^(el_details|documents)\./.test(field);

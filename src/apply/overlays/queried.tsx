/** Query mode, which few ever meet: what the reviewer asked, and which fields are open for it (decisions 23 to 25). */
import { FormattedMessage } from 'react-intl';
import { fieldAccess } from '../../../domain/access.ts';
import type { Lock } from '../../../domain/lock.ts';
import type { FieldLock } from '../../form/lock.ts';
import { Banner } from '../../ui/Banner.tsx';
import type { DraftStep } from '../../api/types.ts';

const queriesOf = (lock: Lock) => (lock.mode === 'queried' ? lock.queries : []);

/** The lock of each field, by its full dotted name. */
export const lockOfField =
  (lock: Lock) =>
  (name: string): FieldLock => ({
    access: fieldAccess(lock, name),
    query: queriesOf(lock).findLast(({ field }) => field === name)?.message,
    marked: true,
  });

/** What was asked about a step, with a link to each field. */
export function Queries({ lock, step }: { lock: Lock; step: DraftStep }) {
  const here = queriesOf(lock).filter(({ field }) => stepOf(field) === step);
  if (here.length === 0) return null;
  return (
    <Banner
      kind="query"
      title={<FormattedMessage id="app.query.title" values={{ count: here.length }} />}
      links={here.map(({ field, message }) => ({
        id: field,
        message: <FormattedMessage id="app.query.message" values={{ message }} />,
      }))}
    />
  );
}

const stepOf = (field: string): DraftStep =>
  /^(el_details|documents)\./.test(field) ? 'students' : 'applicant';

/** All courses of an institution with their fees, to compare. */
import type { ReactNode } from 'react';
import type { Course } from '../../../domain/values/wire.ts';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { t } from '../../i18n/text.tsx';

const feeColumn = (id: string, header: ReactNode, feeOf: (course: Course) => number | undefined) => ({
  id,
  header,
  numeric: true,
  cell: (course: Course) => <Money rupees={feeOf(course) ?? 0} />,
});

const columns: readonly TableColumn<Course>[] = [
  { id: 'title', header: t('institution.course'), cell: ({ title }) => title },
  feeColumn('annual', t('institution.fee.annual'), ({ fee }) => fee),
  feeColumn('admission', t('institution.column.admission'), (one) => one.admission_fee),
  feeColumn('transport', t('institution.column.transport'), (one) => one.transport_fee),
  feeColumn('other', t('institution.fee.other'), ({ other_fee: fee }) => fee),
];

export function Courses({ courses }: { courses: readonly Course[] }) {
  const title = t('institution.courses');
  return (
    <CollapsibleCard id="courses" title={title} state={courses.length} startsOpen={false}>
      <Table caption={title} columns={columns} rows={courses} rowKey={({ id }) => String(id)} />
    </CollapsibleCard>
  );
}

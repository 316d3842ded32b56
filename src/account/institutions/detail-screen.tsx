/** An institution: its courses with their fees, and what a loan for them costs. It can be linked and shared. */
import { type ReactNode, useState } from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import type { Course } from '../../../domain/values/wire.ts';
import { Actions, Button, StickyBar, ButtonLink } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { t } from '../../i18n/i18n.tsx';
import { CollapsibleCard } from '../../ui/collapsible-card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Money } from '../../ui/money.tsx';
import { Table, type TableColumn } from '../../ui/table.tsx';
import { Frame } from '../frame.tsx';
import { copyText } from '../copy-text.ts';
import { Calculator } from './calculator.tsx';
import { InstitutionPage } from './institution-page.tsx';
import type { InstitutionDetails } from './read-institution.ts';
import './detail.css';

export default function InstitutionScreen() {
  return <InstitutionPage>{(details) => <InstitutionContent {...details} />}</InstitutionPage>;
}

function InstitutionContent({ institution, courses: [first, ...others] }: InstitutionDetails) {
  const apply = (
    <ButtonLink href={accountPath('apply', String(institution.id))}>{t('institution.apply')}</ButtonLink>
  );
  const share = (
    <ShareButton title={institution.name} path={accountPath('institution', String(institution.id))} />
  );
  return (
    <Frame title="institution.title" heading={institution.name} lead="institution.lead" wide>
      {first ? (
        <Calculator institution={institution} courses={[first, ...others]} apply={apply}>
          <Courses courses={[first, ...others]} />
          {share}
        </Calculator>
      ) : (
        <>
          <Card>
            <p>{t('institution.courses.none')}</p>
          </Card>
          {share}
          <StickyBar>
            <Actions>{apply}</Actions>
          </StickyBar>
        </>
      )}
    </Frame>
  );
}

/** Shares a page by the system's dialog, or copies its address if there is none. @param props.path below the origin */
function ShareButton({ title, path }: { title: string; path: string }) {
  const [result, setResult] = useState<'copied' | 'failed' | null>(null);
  const url = new URL(path, window.location.origin).href;
  const share = async () => {
    setResult(null);
    if (typeof navigator.share === 'function') {
      // A person who closes the system's dialog has shared nothing, which needs no message.
      await navigator.share({ title, url }).catch(() => undefined);
      return;
    }
    setResult(await copyText(url));
  };
  return (
    <div className="institution-share">
      <Button onPress={() => void share()}>{t('institution.share')}</Button>
      <span className="institution-share-result" role="status">
        {result === 'copied' && t('institution.share.copied')}
        {result === 'failed' && t('institution.share.failed', { url })}
      </span>
    </div>
  );
}

const titleColumn: TableColumn<Course> = {
  id: 'title',
  header: t('institution.course'),
  cell: ({ title }) => title,
};

const fees: readonly [id: string, header: ReactNode, feeOf: (course: Course) => number | undefined][] = [
  ['annual', t('institution.fee.annual'), ({ fee }) => fee],
  ['admission', t('institution.column.admission'), (one) => one.admission_fee],
  ['transport', t('institution.column.transport'), (one) => one.transport_fee],
  ['other', t('institution.fee.other'), ({ other_fee: fee }) => fee],
];

/** Compares the courses of an institution with their fees; a fee that all courses share is shown once. */
function Courses({ courses }: { courses: readonly [Course, ...Course[]] }) {
  const [first] = courses;
  const title = t('institution.courses', { count: courses.length });
  const differing = fees.filter(
    ([id, , feeOf]) => id === 'annual' || courses.some((one) => feeOf(one) !== feeOf(first)),
  );
  const columns = differing.map(([id, header, feeOf]) => ({
    ...{ id, header, numeric: true },
    cell: (course: Course) => <Money rupees={feeOf(course) ?? 0} />,
  }));
  return (
    <CollapsibleCard id="courses" title={title} startsOpen={false}>
      <Facts
        facts={fees
          .filter((fee) => !differing.includes(fee))
          .map(([, header, feeOf]) => [
            <>
              {header} · {t('institution.courses.same')}
            </>,
            <Money rupees={feeOf(first) ?? 0} />,
          ])}
      />
      <Table
        caption={title}
        columns={[titleColumn, ...columns]}
        rows={courses}
        rowKey={({ id }) => String(id)}
        cards={columns.length === 1 ? 'plain' : 'labelled'}
      />
    </CollapsibleCard>
  );
}

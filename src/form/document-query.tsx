/** Query mode's part of a document: the query above its buttons, the issue and the reason below them. */
import { useEffect, useEffectEvent } from 'react';
import type { DocumentContent } from '../../domain/values/wire.ts';
import { IssueMessage } from './field-binding.tsx';
import type { FieldQuery } from './lock.ts';
import { ErrorNote, QueryNote } from '../ui/field-shell.tsx';

type DocumentQueryProps = {
  /** The document's dotted name. */
  field: string;
  query: FieldQuery | undefined;
};

export function DocumentQueryNotice({ field, query }: DocumentQueryProps) {
  return query && <QueryNote id={`${field}-query`}>{query.notice}</QueryNote>;
}

export function DocumentQueryIssue({ field, query }: DocumentQueryProps) {
  return (
    <>
      {query?.issue && (
        <ErrorNote id={`${field}-error`}>
          <IssueMessage issue={query.issue} />
        </ErrorNote>
      )}
      {query?.answerControls}
    </>
  );
}

/** Counts a file that was sent elsewhere, in the list of documents, since the last submission as the query's answer. */
export function useReplacedElsewhere(content: DocumentContent | null, query: FieldQuery | undefined): void {
  const isReplaced =
    content?.submitted === false && content.scan !== 'refused' && query?.isAnswered === false;
  const onReplace = useEffectEvent(() => query?.onReplace(''));
  useEffect(() => {
    if (isReplaced) onReplace();
  }, [isReplaced]);
}

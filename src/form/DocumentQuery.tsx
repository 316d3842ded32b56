/** What query mode shows at a document: the question above its buttons, and what is missing below them. */
import { IssueMessage } from './field-binding.tsx';
import type { FieldQuery } from './lock.ts';
import { ErrorNote, QueryNote } from '../ui/FieldShell.tsx';

type DocumentQueryProps = {
  /** The document's dotted name. */
  field: string;
  query: FieldQuery | undefined;
};

export function DocumentQueryNotice({ field, query }: DocumentQueryProps) {
  return query && <QueryNote id={`${field}-query`}>{query.asked}</QueryNote>;
}

export function DocumentQueryIssue({ field, query }: DocumentQueryProps) {
  return (
    <>
      {query?.issue && (
        <ErrorNote id={`${field}-error`}>
          <IssueMessage issue={query.issue} />
        </ErrorNote>
      )}
      {query?.reason}
    </>
  );
}

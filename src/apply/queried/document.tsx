/** What query mode shows at a document: the question above its buttons, and what is missing below them. */
import { IssueMessage } from '../../form/field-binding.tsx';
import type { FieldQuery } from '../../form/lock.ts';
import { ErrorNote, QueryNote } from '../../ui/FieldShell.tsx';

type AskedProps = {
  /** The document's dotted name. */
  field: string;
  query: FieldQuery | undefined;
};

export function AskedAbove({ field, query }: AskedProps) {
  return query && <QueryNote id={`${field}-query`}>{query.asked}</QueryNote>;
}

export function AskedBelow({ field, query }: AskedProps) {
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

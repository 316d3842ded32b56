/** What query mode shows at a document: the question above its buttons, and what is missing below them. */
import { IssueText } from '../../form/bound.tsx';
import type { FieldQuery } from '../../form/lock.ts';
import { AlertIcon, QueryIcon } from '../../ui/icons.tsx';

type AskedProps = {
  /** The document's dotted name. */
  field: string;
  query: FieldQuery | undefined;
};

export function AskedAbove({ field, query }: AskedProps) {
  return (
    query && (
      <div className="field-query" id={`${field}-query`}>
        <QueryIcon /> <div>{query.asked}</div>
      </div>
    )
  );
}

export function AskedBelow({ field, query }: AskedProps) {
  return (
    <>
      {query?.issue && (
        <p className="field-error" id={`${field}-error`}>
          <AlertIcon />
          <span>
            <IssueText issue={query.issue} />
          </span>
        </p>
      )}
      {query?.reason}
    </>
  );
}

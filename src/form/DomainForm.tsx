/** The form element around a domain form's fields, with the summary of what is wrong on top. */
import { useSelector } from '@tanstack/react-form';
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Issue } from '../../domain/check.ts';
import { ErrorSummary } from '../ui/ErrorSummary.tsx';
import { IssueMessage } from './field-binding.tsx';
import { useFieldLock } from './lock.ts';
import { type DomainFormApi, shownIssue, DomainFormContext } from './form-context.ts';

export type DomainFormProps = {
  tools: DomainFormApi;
  children: ReactNode;
  /** The name of the form, for screen readers. */
  label?: string | undefined;
  /** What stands before a message in the summary, such as the student that it is about. */
  prefix?: ((issue: Issue) => ReactNode) | undefined;
};

export function DomainForm({ tools, children, label, prefix }: DomainFormProps) {
  return (
    <DomainFormContext.Provider value={tools}>
      <form
        className="stack"
        noValidate
        aria-label={label}
        onPointerDownCapture={tools.pointerGate.pointerDown}
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          tools.submit();
        }}
      >
        <FormErrorSummary tools={tools} prefix={prefix} />
        {children}
      </form>
    </DomainFormContext.Provider>
  );
}

/** What the last submit found, less what was mended since; new errors wait for the next submit. */
export function FormErrorSummary({ tools, prefix }: Pick<DomainFormProps, 'tools' | 'prefix'>) {
  const { form, failed } = tools;
  const lockOf = useFieldLock();
  // A field that is hidden by now, or whose card was deleted, has nothing left to mend.
  const isLeft = ({ fieldMeta }: typeof form.store.state, field: string) =>
    lockOf(field).query?.issue ??
    (form.getFieldInfo(field).instance ? shownIssue(fieldMeta[field]) : fieldMeta[field] === undefined);
  const left = useSelector(form.store, (state) =>
    failed.issues
      .filter(({ field }) => isLeft(state, field))
      .map(({ field }) => field)
      .join(' '),
  ).split(' ');
  const issues = failed.issues.filter(({ field }) => left.includes(field));
  if (issues.length === 0) return null;
  return (
    <ErrorSummary
      round={failed.attempt}
      title={<FormattedMessage id="app.errors.title" values={{ count: issues.length }} />}
      items={issues.map((issue) => ({
        id: issue.field,
        onFollow: lockOf(issue.field).navigate,
        message: (
          <>
            {prefix?.(issue)}
            <IssueMessage issue={issue} />
          </>
        ),
      }))}
    />
  );
}

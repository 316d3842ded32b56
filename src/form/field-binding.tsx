/** What every bound field takes from its form: value, error, lock and query. */
import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import type { Issue } from '../../domain/check.ts';
import { messageId } from '../../locales/index.ts';
import type { FieldSize } from '../ui/FieldShell.tsx';
import { useFieldLock } from './lock.ts';
import { shownIssue, useFieldContext, useDomainFormApi } from './form-context.ts';

/** What a screen says of a field. */
export type BoundFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  size?: FieldSize | undefined;
};

/** The field's value, how to change it, and all that its shell shows. */
export function useFieldBinding<Value extends string | boolean>({
  label,
  hint,
  optional,
  size,
}: BoundFieldProps) {
  const field = useFieldContext<Value>();
  const { clean, pointerGate } = useDomainFormApi();
  const { access, query, marked } = useFieldLock()(field.name);
  const issue = shownIssue(field.state.meta) ?? query?.issue;
  return {
    value: field.state.value,
    // The change listener checks what must be checked; TanStack's own round would only cost two more updates.
    change: (value: Value) => field.setValue(value, { dontValidate: true }),
    clean: clean(field.name),
    look: {
      id: field.name,
      label,
      hint,
      size,
      optional: optional && <FormattedMessage id="app.field.optional" />,
      error: issue && <IssueMessage issue={issue} />,
      query: query?.asked,
      footer: query?.reason,
      locked: access === 'locked' && (marked ? <FormattedMessage id="app.field.locked" /> : true),
    },
    onLeave: () => pointerGate.runAfterPress(field.handleBlur),
  };
}

/** The message of an issue. */
export function IssueMessage({ issue }: { issue: Issue }) {
  return <FormattedMessage id={messageId(issue.code)} {...(issue.values && { values: issue.values })} />;
}

/** All that a control takes from its form. */
export function useTextFieldBinding(props: BoundFieldProps) {
  const { value, change, clean, look, onLeave } = useFieldBinding<string>(props);
  return { ...look, value, onValue: change, onBlur: onLeave, clean };
}

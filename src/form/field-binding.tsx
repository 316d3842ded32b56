/** Binds a field to its form: value, error, lock and query. */
import type { ReactNode } from 'react';
import type { Issue } from '../../domain/values/check.ts';
import { messageId } from '../../locales/index.ts';
import type { FieldWarning } from '../../domain/forms/fields/row.ts';
import type { FieldSize } from '../ui/field-shell.tsx';
import { t } from '../i18n/i18n.tsx';
import { useFieldLock } from './lock.ts';
import { shownIssue, useFieldContext, useDomainFormApi } from './form-context.ts';

export type BoundFieldProps = {
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean | undefined;
  size?: FieldSize | undefined;
  notice?: ReactNode;
  footer?: ReactNode;
  warning?: FieldWarning | undefined;
};

/** Returns the field's value, its setter, and the props of its FieldShell. */
export function useFieldBinding<Value extends string | boolean>(props: BoundFieldProps) {
  const { label, hint, optional, size, notice, footer, warning } = props;
  const field = useFieldContext<Value>();
  const { clean, pointerGate } = useDomainFormApi();
  const { access, query, isHidden, isLockLabelled } = useFieldLock()(field.name);
  const issue = shownIssue(field.state.meta) ?? query?.issue;
  const typed = String(field.state.value);
  const isDoubtful = !issue && field.state.meta.isBlurred && warning?.when(typed) === true;
  const warningText = isDoubtful ? t(messageId(warning.message), warning.values?.(typed)) : null;
  return {
    value: field.state.value,
    // The change listener validates; TanStack's own validation would add two updates.
    change: (value: Value) => field.setValue(value, { dontValidate: true }),
    clean: clean(field.name),
    fieldProps: {
      id: field.name,
      label,
      hint,
      size,
      optional: optional && t('app.field.optional'),
      error: issue && <IssueMessage issue={issue} />,
      notice: warning ? (notice ?? warningText) : notice,
      query: query?.notice,
      footer: query?.answerControls ?? footer,
      hidden: isHidden,
      locked: access === 'locked' && (isLockLabelled ? t('app.field.locked') : true),
    },
    onLeave: () => pointerGate.runAfterPress(field.handleBlur),
  };
}

export function IssueMessage({ issue }: { issue: Issue }) {
  return t(messageId(issue.code), issue.values);
}

/** Returns all props that a text control takes from its form. */
export function useTextFieldBinding(props: BoundFieldProps) {
  const { value, change, clean, fieldProps, onLeave } = useFieldBinding<string>(props);
  return { ...fieldProps, value, onValue: change, onBlur: onLeave, clean };
}

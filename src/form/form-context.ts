/** The context of a DomainForm: its rules, the issues of a failed submit, and `submit`. */
import type { AnyFormApi } from '@tanstack/react-form';
import { createFormHookContexts } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { Issue } from '../../domain/values/check.ts';
import type { PointerGate } from './pointer-gate.ts';

export const { fieldContext, useFieldContext, formContext } = createFormHookContexts();

/** The issues of the last failed submit, in the order of the page; `attempt` counts failed submits. */
export type FailedSubmit = { attempt: number; issues: readonly Issue[] };

export interface DomainFormApi {
  form: AnyFormApi;
  clean: (name: string) => ((typed: string) => string) | undefined;
  failed: FailedSubmit;
  pointerGate: PointerGate;
  /** Validates all fields, then calls `onValid`, or shows the issues and focuses the error summary. */
  submit: () => void;
  /** Reports a change that was made by `setFieldValue`, so that drafts and displayed errors are updated. */
  notifyChange: (name: string) => void;
  /** Shows issues from the server like the form's own. */
  showServerErrors: (issues: readonly Issue[]) => void;
}

export const DomainFormContext = createContext<DomainFormApi | null>(null);

export function useDomainFormApi(): DomainFormApi {
  const formApi = useContext(DomainFormContext);
  if (!formApi) throw new Error('No DomainForm');
  return formApi;
}

/** Returns A field's displayed issue; undefined before its first blur or submit. */
export function shownIssue(meta: { errorMap?: { onBlur?: unknown } } | undefined): Issue | undefined {
  return meta?.errorMap?.onBlur as Issue | undefined;
}

/** Validates the fields with a displayed error again: their own change, or another field's, may have fixed them. */
export function checkShownAgain(form: AnyFormApi) {
  for (const [name, meta] of Object.entries(form.state.fieldMeta)) {
    if (shownIssue(meta))
      void form.getFieldInfo(name).instance?.validate('blur', { skipFormValidation: true });
  }
}

export function shownIssuesOf(form: AnyFormApi): Issue[] {
  return Object.values(form.state.fieldMeta).flatMap((meta) => shownIssue(meta) ?? []);
}

/** Sorts the issues in the order of the page; fields without an element come last. */
export function inPageOrder(issues: readonly Issue[]): Issue[] {
  const ids = Array.from(document.querySelectorAll('[id]'), ({ id }) => id);
  const positionOf = ({ field }: Issue) => (ids.includes(field) ? ids.indexOf(field) : ids.length);
  return [...issues].sort((a, b) => positionOf(a) - positionOf(b));
}

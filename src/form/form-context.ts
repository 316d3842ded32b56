/** What a form's own parts share: rules, the failed submit's issues, and the way to submit. */
import type { AnyFormApi } from '@tanstack/react-form';
import { createFormHookContexts } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { Issue } from '../../domain/check.ts';
import type { PointerGate } from './pointer-gate.ts';

export const { fieldContext, useFieldContext, formContext } = createFormHookContexts();

/** The issues of the last failed submit, in the order of the page; `round` counts such submits. */
export type FailedSubmit = { attempt: number; issues: readonly Issue[] };

export interface DomainFormApi {
  form: AnyFormApi;
  clean: (name: string) => ((typed: string) => string) | undefined;
  failed: FailedSubmit;
  pointerGate: PointerGate;
  /** Checks everything, then either hands the values on or shows and focuses what is wrong. */
  submit: () => void;
  /** Tells of a change that no mounted field made, as of a whole row: drafts and shown errors follow it. */
  notifyChange: (name: string) => void;
  /** Shows issues that the server found as if the form had. */
  showServerErrors: (issues: readonly Issue[]) => void;
}

export const DomainFormContext = createContext<DomainFormApi | null>(null);

export function useDomainFormApi(): DomainFormApi {
  const tools = useContext(DomainFormContext);
  if (!tools) throw new Error('No DomainForm');
  return tools;
}

/** What is wrong with a field now, if it was left or submitted. */
export function shownIssue(meta: { errorMap?: { onBlur?: unknown } } | undefined): Issue | undefined {
  return meta?.errorMap?.onBlur as Issue | undefined;
}

/** What a form's own parts share: rules, the failed submit's issues, and the way to submit. */
import type { AnyFormApi } from '@tanstack/react-form';
import { createFormHookContexts } from '@tanstack/react-form';
import { createContext, useContext } from 'react';
import type { Issue } from '../../domain/check.ts';
import type { Press } from './press.ts';

export const { fieldContext, useFieldContext, formContext } = createFormHookContexts();

/** The issues of the last failed submit, in the order of the page; `round` counts such submits. */
export type Failed = { round: number; issues: readonly Issue[] };

export interface DomainTools {
  form: AnyFormApi;
  clean: (name: string) => ((typed: string) => string) | undefined;
  failed: Failed;
  press: Press;
  /** Checks everything, then either hands the values on or shows and focuses what is wrong. */
  submit: () => void;
  /** Tells of a change that no mounted field made, as of a whole row: drafts and shown errors follow it. */
  changed: (name: string) => void;
  /** Shows issues that the server found as if the form had. */
  refuse: (issues: readonly Issue[]) => void;
}

export const ToolsContext = createContext<DomainTools | null>(null);

export function useTools(): DomainTools {
  const tools = useContext(ToolsContext);
  if (!tools) throw new Error('No DomainForm');
  return tools;
}

/** What is wrong with a field now, if it was left or submitted. */
export function shownIssue(meta: { errorMap?: { onBlur?: unknown } } | undefined): Issue | undefined {
  return meta?.errorMap?.onBlur as Issue | undefined;
}

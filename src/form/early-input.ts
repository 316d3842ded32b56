/** The input that was typed into a prerendered form before the app ran (decision 98). */
import { useEffect } from 'react';
import type { DomainFormApi } from './form-context.ts';

export interface EarlyInput {
  /** The values by the ids of the inputs, which are the names of the form's fields. */
  values: Readonly<Record<string, string>>;
  isSubmitted: boolean;
}

/**
 * Puts it into the form, cleaned as the fields clean it, and submits where Submit was pressed.
 * @param take gives it once; keep the same function
 */
export function useEarlyInput(formApi: DomainFormApi, take: () => EarlyInput | null): void {
  useEffect(() => {
    const early = take();
    if (!early) return;
    const { form, clean, submit } = formApi;
    for (const [name, typed] of Object.entries(early.values)) {
      const value = clean(name)?.(typed) ?? typed;
      if (form.getFieldInfo(name).instance && form.getFieldValue(name) !== value)
        form.setFieldValue(name, value);
    }
    if (early.isSubmitted) submit();
  }, [formApi, take]);
}

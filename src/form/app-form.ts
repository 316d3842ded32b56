/** The form of the first screen. A screen only says `<field.TextField label={…} />`. */
import { createFormHook } from '@tanstack/react-form';
import { type DomainSetup, useDomainOptions, useDomainTools } from './domain-options.ts';
import { EmailField, PhoneField, TextField } from './fields.tsx';
import { fieldContext, formContext } from './tools.ts';

export const { useAppForm, extendForm } = createFormHook({
  fieldComponents: { TextField, EmailField, PhoneField },
  formComponents: {},
  fieldContext,
  formContext,
});

/** A form on a table of rules, with the first screen's fields; render it in `<DomainForm tools={tools}>`. */
export function useDomainForm<Values extends object>(setup: DomainSetup<Values>) {
  const domain = useDomainOptions(setup);
  const form = useAppForm(domain.options);
  return { form, tools: useDomainTools(form, setup.checker, domain) };
}

/** A form on a table of fields and rules. Its fields are `FormField`s. */
import { createFormHook } from '@tanstack/react-form';
import { type DomainFormOptions, useCreateDomainFormApi, useDomainOptions } from './domain-options.ts';
import { fieldContext, formContext } from './form-context.ts';

const { useAppForm } = createFormHook({
  fieldComponents: {},
  formComponents: {},
  fieldContext,
  formContext,
});

/** Render the form in `<DomainForm tools={tools}>`. */
export function useDomainForm<Values extends object>(setup: DomainFormOptions<Values>) {
  const domain = useDomainOptions(setup);
  const form = useAppForm(domain.options);
  return { form, tools: useCreateDomainFormApi(form, setup.checker, domain) };
}

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

/** Render the form in `<DomainForm formApi={formApi}>`. */
export function useDomainForm<Values extends object>(setup: DomainFormOptions<Values>) {
  const domain = useDomainOptions(setup);
  const form = useAppForm(domain.options);
  return { form, formApi: useCreateDomainFormApi(form, setup.checker, domain) };
}

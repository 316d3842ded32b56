/** A form on a table of fields and rules. Its fields are `FormField`s. */
import { createFormHook } from '@tanstack/react-form';
import { type DomainSetup, useDomainOptions, useDomainTools } from './domain-options.ts';
import { fieldContext, formContext } from './tools.ts';

const { useAppForm } = createFormHook({
  fieldComponents: {},
  formComponents: {},
  fieldContext,
  formContext,
});

/** Render the form in `<DomainForm tools={tools}>`. */
export function useDomainForm<Values extends object>(setup: DomainSetup<Values>) {
  const domain = useDomainOptions(setup);
  const form = useAppForm(domain.options);
  return { form, tools: useDomainTools(form, setup.checker, domain) };
}

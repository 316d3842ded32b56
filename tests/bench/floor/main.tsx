/**
 * The floor of the first screen's weight: the libraries that the app stands on, each by the part of it that any such
 * app uses, and nothing else. `npm run size` measures the app against it.
 */
import { createFormHook, createFormHookContexts } from '@tanstack/react-form';
import { createRootRoute, createRoute, createRouter, Outlet, RouterProvider } from '@tanstack/react-router';
import { useSelector } from '@xstate/react';
import createClient from 'openapi-fetch';
import { createRoot } from 'react-dom/client';
import { createIntl, createIntlCache, FormattedMessage, RawIntlProvider } from 'react-intl';
import { assign, createActor, fromPromise, setup } from 'xstate';
import * as z from 'zod/mini';

const client = createClient<{
  '/': { get: { responses: { 200: { content: { 'text/plain': string } } } } };
}>();

const machine = setup({
  types: { context: {} as { name: string }, events: {} as { type: 'go'; name: string } },
  actors: { load: fromPromise(async ({ signal }) => (await client.GET('/', { signal })).data) },
}).createMachine({
  context: { name: '' },
  initial: 'idle',
  states: {
    idle: { on: { go: { target: 'busy', actions: assign({ name: ({ event }) => event.name }) } } },
    busy: { invoke: { src: 'load', onDone: 'idle', onError: 'idle' } },
  },
});
const actor = createActor(machine).start();

const schema = z.object({ name: z.string().check(z.minLength(1, 'empty'), z.regex(/^\p{L}+$/u, 'letters')) });

const { fieldContext, formContext, useFieldContext } = createFormHookContexts();
const { useAppForm } = createFormHook({
  fieldContext,
  formContext,
  fieldComponents: { Text },
  formComponents: {},
});

const rootRoute = createRootRoute({ component: Outlet });
const page = createRoute({ getParentRoute: () => rootRoute, path: '/', component: Page });
const router = createRouter({ routeTree: rootRoute.addChildren([page]) });

const intl = createIntl({ locale: 'en' }, createIntlCache());

createRoot(document.getElementById('root') ?? document.body).render(
  <RawIntlProvider value={intl}>
    <RouterProvider router={router} />
  </RawIntlProvider>,
);

function Page() {
  const name = useSelector(actor, (snapshot) => snapshot.context.name);
  const form = useAppForm({ defaultValues: { name }, validators: { onSubmit: schema } });
  return <form.AppField name="name">{(field) => <field.Text />}</form.AppField>;
}

function Text() {
  const field = useFieldContext<string>();
  return (
    <label>
      <FormattedMessage id="create.error.name.required" />
      <input value={field.state.value} onChange={(event) => field.handleChange(event.target.value)} />
    </label>
  );
}

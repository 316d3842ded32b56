/** The app of one page: wizard, address, router and services. */
import type { RouterHistory } from '@tanstack/react-router';
import { createActor } from 'xstate';
import { placeAt } from '../../domain/pages/steps.ts';
import { type Wizard, WizardProvider, type Services, ServicesProvider } from '../apply/shared/wizard.tsx';
import { syncUrlWithWizard } from '../apply/shared/address.ts';
import { readSeenVerdict } from '../apply/shared/seen-verdict.ts';
import { type AppDependencies, createAppServices } from './app-services.ts';
import { actorOptions } from '../hooks/actor-options.ts';
import { PageView } from './page-view.tsx';
import { createAppRouter, type Router } from './router.tsx';

export interface App {
  wizard: Wizard;
  services: Services;
  router: Router;
}

/**
 * Creates the app for the current address of `history`, without starting it.
 * @param origin the app's origin during prerendering, where there is no window
 */
export function createApp(dependencies: AppDependencies, history: RouterHistory, origin?: string): App {
  const { wizard: logic, services } = createAppServices(dependencies, () =>
    wizard.send({ type: 'loan.accessLost' }),
  );
  const asked = placeAt(history.location.pathname);
  const wizard = createActor(logic, {
    input: {
      hasKey: dependencies.session.key !== null,
      loanId: asked?.loanId ?? null,
      place: asked?.place ?? 'create',
      seenVerdict: readSeenVerdict(dependencies.session.tab),
    },
    ...actorOptions,
  });
  return { wizard, services, router: createAppRouter(history, origin) };
}

export interface StartOptions extends Pick<AppDependencies, 'session'> {
  onOtherLoan: () => void;
}

/** Starts the wizard and keeps the address in sync with it. */
export function startApp({ wizard, router }: App, { session, onOtherLoan }: StartOptions): void {
  wizard.start();
  if (placeAt(router.history.location.pathname) === null) return;
  syncUrlWithWizard({ wizard, history: router.history, search: session.search, onOtherLoan });
}

export function AppView({ app }: { app: App }) {
  return (
    <WizardProvider value={app.wizard}>
      <PageView services={app.services} provider={ServicesProvider} router={app.router} />
    </WizardProvider>
  );
}

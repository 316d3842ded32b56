/** A customer's application: the wizard of the embedded flow in the frame of the consumer app. */
import { useParams, useRouter } from '@tanstack/react-router';
import {
  type ComponentType,
  lazy,
  type LazyExoticComponent,
  Suspense,
  use,
  useEffect,
  useState,
} from 'react';
import { accountPath } from '../../../domain/pages/account-pages.ts';
import { consumerBase, type Place, placeAt, places, steps } from '../../../domain/pages/steps.ts';
import { syncUrlWithWizard } from '../../apply/shared/address.ts';
import { OpeningFailedCard } from '../../apply/shared/failure-pages.tsx';
import { screenOf } from '../../apply/screens.tsx';
import { ServicesProvider, useWizardState, WizardProvider } from '../../apply/shared/wizard.tsx';
import { LoadingScreen, StepsPlaceholder } from '../../apply/page/status-pages.tsx';
import { Steps } from '../../apply/shared/steps.tsx';
import { useWizardView } from '../../apply/shared/view.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Frame } from '../frame.tsx';
import { useServices } from '../services.ts';
import { NotFoundPage } from '../status-pages.tsx';
import { t } from '../../i18n/i18n.tsx';

export default function ApplicationScreen() {
  const params: { id?: string; step?: string } = useParams({ strict: false });
  const { id = '', step = '' } = params;
  const place = placeAt(`${consumerBase}/loan/${encodeURIComponent(id)}/${step}`, consumerBase)?.place;
  // The key gives each loan a separate wizard.
  return place ? <Application key={id} loanId={id} opensAt={place} /> : <NotFoundPage />;
}

function Application({ loanId, opensAt }: { loanId: string; opensAt: Place }) {
  const openApplication = use(useServices().loadApplications());
  const [{ wizard, services }] = useState(() => openApplication(loanId, opensAt));
  const { history } = useRouter();
  useEffect(() => {
    wizard.start();
    // The router opens another loan's address.
    const onOtherLoan = () => undefined;
    const end = syncUrlWithWizard({ wizard, history, search: '', base: consumerBase, onOtherLoan });
    return () => {
      end();
      wizard.stop();
    };
  }, [wizard, history]);
  return (
    <ServicesProvider value={services}>
      <WizardProvider value={wizard}>
        <WizardScreen />
      </WizardProvider>
    </ServicesProvider>
  );
}

function WizardScreen() {
  const { statusPage, place, title } = useWizardView();
  const isTest = useWizardState(({ context }) => context.loan?.test === true);
  const isErased = useWizardState(
    ({ context: { alert } }) => alert?.kind === 'refused' && alert.status === 410,
  );
  if (statusPage === 'reentry') return <NotFoundPage />;
  if (statusPage === 'failed' && isErased) return <ErasedPage />;
  if (statusPage === 'failed') {
    return (
      <Frame title="app.openingFailed.title">
        <OpeningFailedCard />
      </Frame>
    );
  }
  const Screen = place && screens[place];
  if (statusPage !== null || !Screen || title === null) return <OpeningPage />;
  return (
    <Frame title={title} isTest={isTest} stepper={steps[place].stepperStep !== null && <Steps />}>
      <Suspense fallback={<LoadingScreen />}>
        <Screen key={place} />
      </Suspense>
    </Frame>
  );
}

/** Shown during the reading of the loan, and when the wizard has left for the dashboard. */
const OpeningPage = () => (
  <Frame title="app.opening.title" stepper={<StepsPlaceholder />}>
    <LoadingScreen />
  </Frame>
);

const ErasedPage = () => (
  <Frame title="app.notFound.erased" lead="app.notFound.erasedHelp">
    <div>
      <ButtonLink href={accountPath('home')}>{t('account.notFound.home')}</ButtonLink>
    </div>
  </Frame>
);

/** The screen of each step. */
const screens: Partial<Record<Place, LazyExoticComponent<ComponentType>>> = Object.fromEntries(
  places
    .map((place) => [place, screenOf(place).load] as const)
    .flatMap(([place, load]) => (load ? [[place, lazy(load)]] : [])),
);

/** Starts the reviewer's desk in a browser. */
import { createBrowserHistory } from '@tanstack/react-router';
import { followLinks } from './composition/link-navigation.ts';
import { createReviewServices } from './composition/review-services.ts';
import { PageView } from './composition/page-view.tsx';
import { startPage } from './composition/start-page.ts';
import { createDeskRouter } from './review/router.tsx';
import { ServicesProvider } from './review/services.ts';
import { focusHeadingOfScreens } from './shell/heading-focus.ts';

void startPage({
  // The preview of a query has the applicant's words.
  namespaces: [
    'review',
    'servicing',
    'status',
    'student',
    'applicant',
    'consumer',
    'document',
    'query',
    'secondary',
  ],
  start: (page) => {
    const history = createBrowserHistory();
    const router = createDeskRouter(history);
    followLinks(history, '/review');
    focusHeadingOfScreens(history, router);
    const services = createReviewServices(page);
    services.session.start();
    return {
      router,
      view: <PageView services={services} provider={ServicesProvider} router={router} />,
      isSame: () => services.session.getSnapshot().matches('signedOut'),
    };
  },
});

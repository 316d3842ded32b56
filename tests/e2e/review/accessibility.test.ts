/** Everybody can use the desk: axe finds nothing, and nothing is wider than the page. */
import { browserForFile } from '../../support/browser.ts';
import { deskAccessStates } from '../states/desk-access.ts';
import { deskStates } from '../states/desk.ts';
import { lenderLoanStates } from '../states/lender-loans.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { testAppForFile } from '../support/test-app.ts';

describeAccessibility(
  { ...deskStates, ...deskAccessStates, ...lenderLoanStates },
  [
    ...(['desk-sign-in', 'desk-queue', 'desk-application', 'desk-viewer', 'desk-flags'] as const),
    ...(['desk-preview', 'desk-answers', 'desk-invitation-app', 'desk-password'] as const),
    ...(['desk-lender-loans', 'desk-lender-loans-open', 'desk-held-payments'] as const),
    ...(['desk-payment-decision', 'desk-second-person'] as const),
  ],
  browserForFile(),
  testAppForFile(),
);

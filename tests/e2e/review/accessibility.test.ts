/** Everybody can use the desk: axe finds nothing, and nothing is wider than the page. */
import { browserForFile } from '../../support/browser.ts';
import { deskAccessStates } from '../states/desk-access.ts';
import { deskStates } from '../states/desk.ts';
import { lenderLoanStates } from '../states/lender-loans.ts';
import { describeAccessibility } from '../support/accessibility.ts';
import { testAppForFile } from '../support/test-app.ts';

describeAccessibility(
  { ...deskStates, ...deskAccessStates, ...lenderLoanStates },
  browserForFile(),
  testAppForFile(),
);

/** The screens and states of each page, each reached by its shortest way, for axe and for pictures. */
import type { Page } from 'playwright-core';
import type { TestApp } from '../support/test-app.ts';
import { accountStates } from './account.ts';
import { applicantStates } from './applicant.ts';
import { contactStates, deskMessageStates } from './contact.ts';
import { deskAccessStates } from './desk-access.ts';
import { deskStates } from './desk.ts';
import { documentStates } from './documents.ts';
import { embeddingStates } from './embedding.ts';
import { firstStates } from './first.ts';
import { legalStates } from './legal.ts';
import { lenderLoanStates } from './lender-loans.ts';
import { offerStates } from './offers.ts';
import { partnerStates } from './partner.ts';
import { myLoanStates } from './my-loans.ts';
import { publicPageStates } from './public-pages.ts';
import { reentryStates } from './reentry.ts';
import { earlyRepaymentStates } from './early-repayment.ts';
import { repaymentStates } from './repayment.ts';
import { servicingStates } from './servicing.ts';
import { signInStates } from './sign-in.ts';
import { statusStates } from './status.ts';
import { studentsStates } from './students.ts';

/** Resolves once the state can be seen. The caller disarms the faults before, and ends the page after. */
export type OpenState = (page: Page, testApp: TestApp) => Promise<unknown>;

/** The states by the names of their pictures. */
export type States = Readonly<Record<string, OpenState>>;

export const parentStates = {
  ...firstStates,
  ...reentryStates,
  ...studentsStates,
  ...applicantStates,
  ...statusStates,
  ...documentStates,
  ...legalStates,
  ...embeddingStates,
} satisfies States;

export const states: States = {
  ...parentStates,
  ...accountStates,
  ...publicPageStates,
  ...contactStates,
  ...deskMessageStates,
  ...signInStates,
  ...partnerStates,
  ...myLoanStates,
  ...offerStates,
  ...servicingStates,
  ...repaymentStates,
  ...earlyRepaymentStates,
  ...deskStates,
  ...deskAccessStates,
  ...lenderLoanStates,
};

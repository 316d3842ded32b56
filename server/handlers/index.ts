/** Combines the handlers of all operations. A missing or wrongly typed one does not compile. */
import type { Handlers } from '../api/handler.ts';
import { contactHandlers } from './contact.ts';
import { customerHandlers } from './customers.ts';
import { documentHandlers } from './documents.ts';
import { draftHandlers } from './drafts.ts';
import { instituteHandlers } from './institutes.ts';
import { lenderHandlers } from './lender.ts';
import { lenderLoanHandlers } from './lender-loans.ts';
import { loanHandlers } from './loans.ts';
import { masterHandlers } from './masters.ts';
import { partnerHandlers } from './partner.ts';
import { myDataHandlers } from './my-data.ts';
import { myLoanHandlers } from './my-loans.ts';
import { providerHandlers } from './providers.ts';
import { reentryHandlers } from './reentry.ts';
import { reviewHandlers } from './review.ts';
import { servicingHandlers } from './servicing.ts';
import { staffHandlers } from './staff.ts';
import { studentHandlers } from './students.ts';

/** The checks of a person before a loan exists. */
const identityHandlers = {
  verifyEmail: async ({ path: { email } }, { adapters }) => adapters.email.reaches(email.trim()),
} satisfies Partial<Handlers>;

export const handlers: Handlers = {
  ...instituteHandlers,
  ...masterHandlers,
  ...identityHandlers,
  ...loanHandlers,
  ...studentHandlers,
  ...draftHandlers,
  ...documentHandlers,
  ...lenderHandlers,
  ...lenderLoanHandlers,
  ...providerHandlers,
  ...reentryHandlers,
  ...customerHandlers,
  ...contactHandlers,
  ...partnerHandlers,
  ...myDataHandlers,
  ...myLoanHandlers,
  ...servicingHandlers,
  ...reviewHandlers,
  ...staffHandlers,
};

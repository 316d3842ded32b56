/** The machines of the product as subjects of paths. */
import type { AnySubject } from '../subject.ts';
import { carousel } from './carousel.ts';
import { checklist } from './checklist.ts';
import { desk } from './desk-application.ts';
import { deskInvitation } from './desk-invitation.ts';
import { queue } from './desk-queue.ts';
import { document } from './document.ts';
import { draft } from './draft.ts';
import { lenderLoan } from './lender-loan.ts';
import { keyFacts } from './key-facts.ts';
import { loan } from './loan.ts';
import { lookup } from './lookup.ts';
import { oneTimePassword } from './one-time-password.ts';
import { payment } from './payment.ts';
import { query } from './query.ts';
import { session } from './session.ts';
import { typeahead } from './typeahead.ts';
import { wizard } from './wizard.ts';

export const subjects: readonly AnySubject[] = [
  wizard,
  typeahead,
  lookup,
  document,
  checklist,
  draft,
  oneTimePassword,
  session,
  deskInvitation,
  queue,
  desk,
  loan,
  lenderLoan,
  query,
  carousel,
  keyFacts,
  payment,
];

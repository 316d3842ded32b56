/** The copy of all data of a customer that the customer asks for (decision 65). */
import { and, asc, eq, inArray, isNotNull, isNull, or } from 'drizzle-orm';
import type { MyData } from '../../domain/values/wire.ts';
import { onWire } from '../../domain/values/wire-names.ts';
import type { Handlers } from '../api/handler.ts';
import { conversationsOf } from '../contact/conversations.ts';
import { readNominee } from '../customers/nominee.ts';
import { profileOf } from '../customers/profile.ts';
import { readSnapshot } from '../db/open.ts';
import { loans } from '../db/schema/loans.ts';
import { messages } from '../db/schema/messages.ts';
import { documentsOf } from '../documents/read.ts';
import { readLoan } from '../loans/read.ts';
import { findLoanRow } from '../loans/row.ts';
import { listConsents } from '../servicing/consents.ts';
import { findServicing } from '../servicing/lender-loans.ts';
import { devicesOf } from './customers.ts';
import { listAgreements } from './my-loans.ts';
import { servicingOf } from './servicing.ts';

export const myDataHandlers = {
  async exportMyData(_, context) {
    const { db, clock, config, customer } = context;
    const { id: customerId, mobile } = customer;
    const isOwn = and(eq(loans.customerId, customerId), isNull(loans.erasedAt));
    const owned = await db.select({ id: loans.id }).from(loans).where(isOwn).orderBy(asc(loans.createdAt));
    const loanIds = owned.map(({ id }) => id);
    const exported: MyData['loans'] = [];
    for (const loanId of loanIds)
      exported.push({
        loan: await readSnapshot(db, async (tx) => readLoan(tx, await findLoanRow(tx, loanId))),
        documents: await documentsOf(db, loanId),
        servicing: (await findServicing(db, loanId)) ? await servicingOf(loanId, context) : null,
      });
    const sent = await db
      .select()
      .from(messages)
      .where(
        and(
          eq(messages.state, 'sent'),
          isNotNull(messages.text),
          or(inArray(messages.loanId, loanIds), eq(messages.recipient, mobile)),
        ),
      )
      .orderBy(asc(messages.createdAt));
    return {
      at: clock.now().toISOString(),
      profile: profileOf(customer),
      nominee: await readNominee(db, customerId),
      devices: await devicesOf(context),
      loans: exported,
      agreements: await listAgreements(db, customerId),
      consents: await listConsents(db, customerId, config.lenderProfiles),
      conversations: await conversationsOf(db, customerId, { now: clock.now(), config }),
      messages: sent.map(({ createdAt: at, channel, recipient, subject, text }) =>
        onWire({ at, channel, recipient, subject, text: text ?? '' }),
      ),
    };
  },
} satisfies Partial<Handlers>;

/** States of what a partner's member sees (decision 5). */
import { randomUUID } from 'node:crypto';
import { and, desc, eq } from 'drizzle-orm';
import type { Page } from 'playwright-core';
import { createApiKey, revokeApiKey } from '../../../server/partners/api-keys.ts';
import { lenderLoans } from '../../../server/db/schema/lenders.ts';
import { loans, students } from '../../../server/db/schema/loans.ts';
import { apiKeys } from '../../../server/db/schema/partners.ts';
import { addPartnerMember } from '../../../server/partner-view/members.ts';
import { createPartner } from '../../../server/partners/partners.ts';
import { signInPastScreens } from '../support/customers.ts';
import { messageText } from '../support/message-text.ts';
import type { TestApp } from '../support/test-app.ts';
import type { OpenState } from './index.ts';

export const partner = { name: 'Kaveri School Group', origin: 'https://school.example' };

const dayMs = 86_400_000;

/** The more of them, the later; the newest is of today. */
const statuses = ['approved', 'rejected', 'draft', 'submitted', 'with_lender', 'pending', 'draft'] as const;

/** The statuses that replace those above, so that each has an application; the approved one ended without a loan. */
const otherStatuses = { 6: 'under_review', 13: 'in_progress', 20: 'approved' } as const;
const endedNumber = 20;

const statusOf = (n: number) =>
  otherStatuses[n as keyof typeof otherStatuses] ?? statuses[n % statuses.length] ?? 'draft';

/** Signs in a member of a new partner that has 30 applications, one of them a test. @returns the partner's id */
export async function signInAsMember(page: Page, testApp: TestApp): Promise<string> {
  const { db } = testApp;
  const now = new Date();
  const { id: partnerId } = await createPartner(db, { name: partner.name, now });
  const made = await createApiKey(db, { partnerId, label: 'Website', origins: [partner.origin], now });
  const former = await createApiKey(db, { partnerId, label: 'Former website', origins: [], now });
  await revokeApiKey(db, former?.keyId ?? '', now);
  const server = { label: 'Portal', origins: [], secret: true, test: true };
  await createApiKey(db, { partnerId, ...server, scopes: ['applications:read'], now });
  const [key] = await db
    .select()
    .from(apiKeys)
    .where(eq(apiKeys.keyId, made?.keyId ?? ''));
  const endedId = randomUUID();
  await db.insert(loans).values(
    Array.from({ length: 30 }, (_, n) => ({
      id: n === endedNumber ? endedId : randomUUID(),
      partnerId,
      apiKeyId: key?.id ?? '',
      status: statusOf(n),
      test: n === 0,
      name: `Applicant ${String.fromCharCode(65 + (n % 26))}`,
      email: 'secret@parent.example',
      mobile: '9840012345',
      createdAt: new Date(now.getTime() - ((n * n) / 40) * dayMs),
      updatedAt: now,
    })),
  );
  await db.insert(lenderLoans).values({
    ...{ loanId: endedId, lenderId: 15, reference: randomUUID(), createdAt: now },
    ...{ stage: 'cancelled', acceptedAt: now },
  });
  // One of the loans is paid out.
  const paid = await db
    .select({ id: loans.id })
    .from(loans)
    .where(and(eq(loans.partnerId, partnerId), eq(loans.status, 'approved'), eq(loans.test, false)))
    .orderBy(desc(loans.createdAt))
    .limit(1);
  for (const { id } of paid) {
    await db
      .update(loans)
      .set({
        institutionName: 'Green Valley School',
        orderValue: 65_200,
        loanDetails: { disbursed_amount: 64_905 },
      })
      .where(eq(loans.id, id));
    const details = { student_name: 'Kavin Raman', course_name: 'Class 3', student_roll_no: '17' };
    await db.insert(students).values({ id: randomUUID(), loanId: id, position: 0, details });
    await db.insert(lenderLoans).values({
      ...{ loanId: id, lenderId: 15, reference: randomUUID(), createdAt: now },
      ...{ stage: 'repaying', acceptedAt: now, disbursedOn: now.toISOString().slice(0, 10) },
      disbursalUtr: 'N201260719',
    });
  }
  const { mobile } = await signInPastScreens(page, testApp);
  await addPartnerMember(db, { mobile, partnerId, now });
  return partnerId;
}

const opens: OpenState = async (page, testApp) => {
  await signInAsMember(page, testApp);
  await page.goto(`${testApp.url}/app/partner`);
};

export const partnerStates = {
  partner: async (page, testApp) => {
    await opens(page, testApp);
    await page.getByRole('cell', { name: 'Applicant B' }).first().waitFor();
    await page.getByRole('img').waitFor();
  },
  'partner-loading': async (page, testApp) => {
    testApp.hold('readPartner');
    await opens(page, testApp);
    await page.getByText(messageText('partner.loading'), { exact: true }).waitFor({ state: 'attached' });
  },
  'partner-failed': async (page, testApp) => {
    testApp.cutOff('readPartner');
    await opens(page, testApp);
    await page.getByText(messageText('partner.failed')).waitFor();
  },
  'partner-not-member': async (page, testApp) => {
    await signInPastScreens(page, testApp);
    await page.goto(`${testApp.url}/app/partner`);
    await page.getByText(messageText('partner.notMember.help')).waitFor();
  },
} satisfies Record<string, OpenState>;

/**
 * The portal of the sandbox's lenders, where an approved applicant is sent. A person on this machine is the lender there:
 * each button is something that a lender may do about an approved loan.
 */
import { Hono } from 'hono';
import { isLenderId } from '../adapters/lenders.ts';
import type { LenderResult } from '../../domain/values/wire.ts';
import type { HonoEnv } from '../platform/env.ts';
import { platform } from '../platform/platform.ts';
import { pageHeaders, pageOf } from './html.ts';
import { type LenderEventNeeds, sendLenderEvent } from './lender-events.ts';
import { findLoan, portalPath } from './lender.ts';
import { actAsLender, type LenderAct, lenderActLabels, lenderActs } from './lender-servicing.ts';
import { type SandboxTerms, sandboxTerms } from './lender-terms.ts';
import { loopbackOnly } from '../http/loopback.ts';
import type { Send } from './send-event.ts';

/** @param send calls this server, as a lender would */
export function sandboxPortal(needs: LenderEventNeeds, send: Send = platform.fetch): Hono<HonoEnv> {
  const { db, clock } = needs;
  const pages = new Hono<HonoEnv>();
  pages.get(`${portalPath}/:reference`, async (call) => {
    const loan = await findLoan(db, call.req.param('reference'));
    const html = loan
      ? pageOf(`Sandbox lender ${loan.lenderId}`, loanHtml(loan, call.req.path))
      : notFoundPage;
    return call.html(html, loan ? 200 : 404, pageHeaders);
  });
  pages.post(`${portalPath}/:reference/:act`, loopbackOnly, async (call) => {
    const { reference, act } = call.req.param();
    // A form of another site's page would be sent as well.
    const site = call.req.header('sec-fetch-site');
    const known = lenderActs.find((one) => one === act);
    if (!known || (site !== undefined && site !== 'same-origin')) return call.text('Refused', 403);
    const refusal = await actAsLender(db, reference, known, clock.now());
    if (refusal !== null) return call.html(pageOf('Sandbox lender', `<p>${refusal}.</p>`), 409, pageHeaders);
    const { lenderId } = (await findLoan(db, reference)) ?? {};
    if (lenderId !== undefined)
      await sendLenderEvent(needs, send, { reference, lenderId }, { origin: new URL(call.req.url).origin });
    return call.redirect(`${portalPath}/${reference}`, 303);
  });
  return pages;
}

const loanHtml = ({ lenderId, answer }: { lenderId: number; answer: LenderResult }, path: string): string =>
  `<p>The application is here: ${(answer.status ?? '').replace(/[^A-Z_]/g, '')}.</p>
${isLenderId(lenderId) ? `<p>${termsText(sandboxTerms[lenderId])}</p>` : ''}
${answer.status === 'APPROVED' ? lenderActs.map((act) => button(path, act)).join('\n') : ''}`;

const button = (path: string, act: LenderAct): string =>
  `<form method="post" action="${path.replaceAll(/[^\w/-]/g, '')}/${act}"><button>${lenderActLabels[act]}</button></form>`;

const interestBases: Readonly<Record<SandboxTerms['interest']['kind'], string>> = {
  reducing: 'a year',
  flat_yearly: 'a year on the whole amount',
  flat_total: 'on the whole amount for the whole term',
};

const termsText = ({ interest, processingFee, tenure, validityDays }: SandboxTerms): string =>
  `Its terms: ${interest.rate} % interest ${interestBases[interest.kind]}, a processing fee of ` +
  `${processingFee.percent} %, at least Rs. ${processingFee.minimum}, ` +
  `${tenure.shortest} to ${tenure.longest} months. An offer is valid for ${validityDays} days.`;

const notFoundPage = pageOf('Sandbox lender', '<p>This lender has no application under this address.</p>');

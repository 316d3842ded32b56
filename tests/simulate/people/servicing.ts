/** A customer's loan from its offers to its end. */
import { randomUUID } from 'node:crypto';
import { documentVersions } from '../../../domain/servicing/document-versions.ts';
import { consentVersion, consentPurposes } from '../../../domain/servicing/consents.ts';
import type { components } from '../../../openapi/generated.ts';
import type { Offer, IssuedDocument, PaymentOrder } from '../../../domain/values/wire.ts';
import type { Services } from '../../../server/api/handler.ts';
import { answerPaymentDecision, decidePayment } from '../../../server/servicing/decide-payment.ts';
import { Problem } from '../../../server/http/problem.ts';
import type { Customer } from './customer.ts';
import { maybeRunErrand } from './errands.ts';
import { minuteMs, hourMs, dayMs } from '../times.ts';

type Schemas = components['schemas'];
type ServicingState = Schemas['Servicing'];

/** The most looks that a customer takes at the page before the disbursal. */
const mostLooks = 60;

export class Servicing {
  constructor(readonly me: Customer) {}

  get path() {
    return { id: this.me.loanId ?? '' };
  }

  async live(): Promise<void> {
    const { me } = this;
    for (let look = 0; look < mostLooks; look += 1) {
      await me.think(look < 20 ? 3 * hourMs : dayMs);
      if (await maybeRunErrand(me)) return;
      const servicing = await this.read();
      if (servicing === 'nothing accepted') {
        if (!(await this.#acceptOffer())) return;
      } else if (!servicing) continue;
      else if (servicing.next === 'none') return;
      else if (servicing.proposed_offer) await this.#decide(servicing.proposed_offer);
      else if (!me.isSteady && me.world.random.percent(3)) await this.#cancel();
      else if (servicing.next === 'repay') return this.#repay();
      else await this.#step(servicing);
    }
  }

  async read(): Promise<ServicingState | 'nothing accepted' | undefined> {
    const answer = await this.me.call<ServicingState>('readServicing', { path: this.path });
    if (answer?.status === 404) return 'nothing accepted';
    return answer?.status === 200 ? answer.body.result : undefined;
  }

  /** Waits for an offer, reads its key facts and accepts it. @returns whether it accepted one */
  async #acceptOffer(): Promise<boolean> {
    const { me } = this;
    for (let look = 0; look < 12; look += 1) {
      await me.think(12 * hourMs);
      const listed = await me.call<{ offers: Offer[] }>('listOffers', { path: this.path });
      const offers = listed?.status === 200 ? listed.body.result.offers : [];
      const open = offers.filter(({ stage }) => stage === 'offered');
      if (open.length > 0 && (await this.#accept(me.world.random.pick(open)))) return true;
    }
    return false;
  }

  async #accept({ offer_id }: Offer): Promise<boolean> {
    const { me } = this;
    const path = { ...this.path, offer_id };
    const made = await me.call<{ document: IssuedDocument }>('createKeyFacts', {
      path,
      body: { language: 'en', version: documentVersions.key_facts },
    });
    if (made?.status !== 200) return false;
    const { document_id, sha256 } = made.body.result.document;
    const read = await me.call('acknowledgeKeyFacts', {
      path: { ...this.path, document_id },
      body: { sha256 },
    });
    if (read?.status !== 200) return false;
    await me.think(10 * minuteMs);
    const consents = consentPurposes.map((purpose) => ({ purpose, version: consentVersion, language: 'en' }));
    const body = { key_facts_id: document_id, consents };
    const answer = await me.call('acceptOffer', { path, body });
    if (answer?.status === 200) me.world.did('accept');
    return answer?.status === 200;
  }

  /** Accepts a change of the accepted offer, or declines it. */
  async #decide(proposed: Offer): Promise<void> {
    const { me } = this;
    if (me.world.random.percent(50)) {
      await this.#accept(proposed);
      return;
    }
    const path = { ...this.path, offer_id: proposed.offer_id };
    if ((await me.call('declineOffer', { path }))?.status === 200) me.world.did('decline');
  }

  async #step(servicing: ServicingState): Promise<void> {
    const { me } = this;
    const { world } = me;
    switch (servicing.next) {
      case 'sign':
        return this.#sign();
      case 'kyc': {
        const started = await me.call<{ url: string }>('startKyc', { body: { loan_id: this.path.id } });
        if (started?.status !== 200) return;
        await me.think(20 * minuteMs);
        if (world.random.percent(85)) world.kyc.finish(started.body.result.url);
        return;
      }
      case 'mandate': {
        const made = await me.call<{ url: string }>('createMandate', {
          path: this.path,
          body: { method: world.random.pick(['upi', 'net_banking']) },
        });
        if (made?.status !== 200) return;
        await me.think(10 * minuteMs);
        if (world.random.percent(90)) world.mandates.confirm(made.body.result.url);
        return;
      }
      case 'pay_advance':
        return this.pay('advance', null);
      default:
    }
  }

  async #sign(): Promise<void> {
    const { me } = this;
    const requested = await me.call<{ document: IssuedDocument }>('requestSignature', {
      path: this.path,
      body: { language: 'en' },
    });
    if (requested?.status !== 200) return;
    await me.think(2 * minuteMs);
    const otp = me.world.messages.passwordAt(me.mobile, 'customer.sign');
    if (otp === undefined) return;
    const { sha256 } = requested.body.result.document;
    const signed = await me.call('signAgreement', { path: this.path, body: { otp, sha256 } });
    if (signed?.status === 200) me.world.did('sign');
  }

  /** Orders the due amount and pays it, at once, twice, later or not at all. */
  async pay(
    purpose: 'advance' | 'instalment' | 'foreclosure' | 'cooling_off',
    instalment: number | null,
  ): Promise<void> {
    const { me } = this;
    const { world } = me;
    const ordered = await this.#order(purpose, instalment);
    if (!ordered?.url) return;
    const { url, order_id } = ordered;
    await me.think(5 * minuteMs);
    world.did(`pays ${purpose}`);
    if (world.random.percent(8)) world.payments.payLate(url);
    else world.payments.pay(url);
    if (world.random.percent(70)) await me.call('readPaymentOrder', { path: { ...this.path, order_id } });
  }

  /** Pays a part in each of two tabs that are open at once; later staff count or refund the held payments. */
  async payInParts(purpose: 'advance' | 'instalment', instalment: number | null): Promise<void> {
    const { me } = this;
    const { world } = me;
    const tabs = await Promise.all([this.#order(purpose, instalment), this.#order(purpose, instalment)]);
    const urls = tabs.flatMap((tab) => tab?.url ?? []);
    if (urls.length < 2) return;
    const part = world.random.pick([0.25, 0.5, 0.6]);
    world.did('pays in parts');
    urls.forEach((url, index) =>
      world.later(1000 + world.random.whole(5 * minuteMs), `${me.client.name} pays a part`, () =>
        world.payments.payPart(url, index === 0 ? part : 1 - part),
      ),
    );
    await world.sleep(20 * minuteMs, `${me.client.name} waits for staff`);
    await this.#letStaffDecide();
  }

  async #letStaffDecide(): Promise<void> {
    const { world } = this.me;
    const held = await world.database.rows<{ id: string; amount: string }>(
      `select provider_payment_id as id, amount_paise::text as amount from payments
        where loan_id = '${this.path.id}' and state = 'held' and decision is null order by paid_at, id`,
    );
    for (const { id: paymentId, amount } of held) {
      const decision = world.random.percent(75) ? 'count' : 'refund';
      const body = { decision, amount_paise: Number(amount), note: 'As agreed' } as const;
      const by = { id: 'd7c3e0a2-0000-4000-8000-000000000001', name: 'Staff' };
      const isDone = await this.#asStaff('staff decide', (services) =>
        decidePayment(services, { loanId: this.path.id, paymentId, body, by }),
      );
      if (isDone) world.did(`staff ${decision}`);
      await this.#letAnotherConfirm(paymentId);
    }
  }

  /** A second member of staff answers what waits for one, mostly as the first has decided. */
  async #letAnotherConfirm(paymentId: string): Promise<void> {
    const { world } = this.me;
    const [waiting] = await world.database.rows<{ id: string }>(
      `select made.id from payment_decisions made join payments on payments.id = made.payment_id
        where provider_payment_id = '${paymentId}' and made.state = 'waiting'`,
    );
    if (!waiting) return;
    const answer = world.random.percent(85) ? 'confirm' : 'decline';
    const body = { decision_id: waiting.id, answer } as const;
    const by = { id: 'd7c3e0a2-0000-4000-8000-000000000002', name: 'Another of the staff' };
    const isDone = await this.#asStaff('staff answer', (services) =>
      answerPaymentDecision(services, { loanId: this.path.id, paymentId, body, by }),
    );
    if (isDone) world.did(`staff ${answer}`);
  }

  /** Acts as a member of staff. @returns false if it was refused: it has changed, or the loan is gone */
  async #asStaff(name: string, act: (services: Services) => Promise<number>): Promise<boolean> {
    const done = await this.me.world.anyServer.operate(name, (services) =>
      act(services).catch((error: unknown) => {
        if (!(error instanceof Problem)) throw error;
        return null;
      }),
    );
    return typeof done === 'number';
  }

  /** Orders the due amount. @returns undefined if there is none, or no answer came */
  async #order(
    purpose: PaymentOrder['purpose'],
    instalment: number | null,
  ): Promise<PaymentOrder | undefined> {
    const headers = { 'Idempotency-Key': randomUUID() };
    const body = { purpose, ...(instalment !== null && { instalment }) };
    const ordered = await this.me.call<PaymentOrder>('createPaymentOrder', {
      path: this.path,
      headers,
      body,
    });
    return ordered?.status === 200 ? ordered.body.result : undefined;
  }

  /** Pays each instalment around its day, until nothing is left. */
  async #repay(): Promise<void> {
    const { me } = this;
    const { world } = me;
    for (let turn = 0; turn < 40; turn += 1) {
      const servicing = await this.read();
      if (servicing === 'nothing accepted') return;
      if (servicing && servicing.next !== 'repay') return;
      if (await maybeRunErrand(me)) return;
      if (servicing && !(me.isSteady && turn < 3) && (await this.#leaves(servicing))) continue;
      const invoice = servicing?.next_invoice;
      if (!invoice) {
        await me.think(5 * dayMs);
        continue;
      }
      const untilDue = Date.parse(`${invoice.due_on}T00:00:00+05:30`) - world.scheduler.now;
      const aroundMs = (world.random.whole(12) - 8) * dayMs;
      await world.sleep(Math.max(hourMs, untilDue + aroundMs), `${me.client.name} waits for the due date`);
      const now = await this.read();
      if (typeof now === 'object' && now.next === 'repay' && now.next_invoice) {
        if (now.next_invoice.kind === 'up_front') await this.pay('advance', null);
        else await this.pay('instalment', now.next_invoice.number);
        await me.think(dayMs);
      }
    }
  }

  /** Cancels before the disbursal, or in vain: the lender may disburse at the same time. */
  async #cancel(): Promise<void> {
    const answer = await this.me.call('requestCancellation', { path: this.path });
    if (answer?.status === 200) this.me.world.did('cancel');
  }

  /** Leaves the loan in the cooling-off period, or by paying the rest at once. @returns whether it did */
  async #leaves({ cooling_off: coolingOff }: ServicingState): Promise<boolean> {
    const { world } = this.me;
    if (coolingOff && world.random.percent(10)) {
      await this.#cancel();
      await this.pay('cooling_off', null);
      return true;
    }
    if (!coolingOff && world.random.percent(5)) {
      await this.pay('foreclosure', null);
      return true;
    }
    if (!world.random.percent(3)) return false;
    const withdrawn = await this.me.call('withdrawMandate', { path: this.path });
    if (withdrawn?.status === 200) world.did('withdraw mandate');
    return true;
  }
}

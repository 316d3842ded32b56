/** Queues messages to people, in the transaction of the act that they report. */
import { eq } from 'drizzle-orm';
import { platform } from '../platform/platform.ts';
import { accountPath } from '../../domain/pages/account-pages.ts';
import type { ComingProduct } from '../../domain/pages/coming-products.ts';
import type { ContactAddress } from '../../domain/forms/product-interest.ts';
import type { Language } from '../../domain/values/wire.ts';
import type { Channel } from '../adapters/messages.ts';
import type { Config } from '../config/config.ts';
import type { Database } from '../db/open.ts';
import { customers } from '../db/schema/customers.ts';
import { generateLinkKey, hashSecret } from '../partners/api-keys.ts';
import { siteOf } from '../http/site.ts';
import type { JobPriority } from '../jobs/kinds.ts';
import { jobRow } from '../jobs/queue.ts';
import { housePartnerId } from '../partners/partners.ts';
import type { LoanRow } from '../loans/tokens.ts';
import { type OutgoingMessages, storeMessages } from './store-messages.ts';
import {
  type ContactTemplate,
  type CustomerTemplate,
  isServicing,
  render,
  type Rendered,
  secretForMs,
  type Template,
  templates,
  type TemplateValues,
} from './templates.ts';

/** The configuration of links in messages. */
export type MessageSite = Pick<Config, 'publicUrl' | 'port'>;

type MessageLoan = Pick<LoanRow, 'id' | 'partnerId' | 'name' | 'mobile' | 'email' | 'language'>;

type MessageInput<Names extends Template> = {
  [Name in Names]: { template: Name; values: TemplateValues[Name] };
}[Names];

type LoanMessageInput = MessageInput<Template> & {
  loan: MessageLoan;
  /** Ids of `issued_documents`, which the mail has as attachments. */
  documents?: readonly string[];
  now: Date;
  config: MessageSite;
};

/**
 * Queues one message for each channel of the template, in the loan's language, and notes it in the timeline; none to a
 * recipient that has got the template's most for a day. They are delivered only once the transaction is committed. They go
 * to the number and address that the owner of the loan has now; a one-time password goes to the number that it proves.
 */
export async function queueMessages(
  tx: Database,
  input: LoanMessageInput & { loan: Pick<LoanRow, 'customerId'> },
): Promise<void> {
  const { loan, template } = input;
  const isSecret = secretForMs(template) !== undefined;
  const [owner] =
    loan.customerId === null || isSecret
      ? []
      : await tx.select().from(customers).where(eq(customers.id, loan.customerId));
  const { mobile, email } = owner ?? loan;
  await storeMessages(tx, loanMessages({ ...input, loan: { ...loan, mobile, email: email ?? loan.email } }));
}

/** The messages of `queueMessages`, for a statement that stores them with other rows. */
export function loanMessages(input: LoanMessageInput): OutgoingMessages {
  const { loan, template, values, documents = [], now, config } = input;
  const key = isLinkedByKey(template, loan) ? generateLinkKey() : undefined;
  const recipients: Record<Channel, string> = { sms: loan.mobile, email: loan.email };
  const link = isServicing(template)
    ? `${siteOf(config)}/app?language=${loan.language}`
    : linkTo(loan, key, config);
  const rendered = render(loan.language, template, { ...values, name: loan.name, link }).map((message) => ({
    ...message,
    recipient: recipients[message.channel],
    documentIds: message.channel === 'email' ? documents : [],
  }));
  return withJobs(rendered, {
    ...{ loanId: loan.id, template, now },
    linkKeyHash: key === undefined ? undefined : hashSecret(key),
  });
}

/** A customer opens a loan in the app, without a key. */
const isLinkedByKey = (template: Template, { partnerId }: MessageLoan): boolean =>
  templates[template].isLinked === true && partnerId !== housePartnerId;

/**
 * Returns the link of a message about a loan: to the loan with its partner's key, or to the customer's app; in the
 * loan's language, if the device has chosen none.
 */
const linkTo = (
  { id, partnerId, language }: MessageLoan,
  key: string | undefined,
  config: MessageSite,
): string => {
  const isHouse = partnerId === housePartnerId;
  const parameters = new URLSearchParams({ ...(key && !isHouse && { api_key: key }), language });
  return `${siteOf(config)}${isHouse ? '/app' : `/loan/${id}`}?${parameters}`;
};

/** Queues an SMS that is about no loan, unless the number has got the template's most for a day. */
export async function queueSms(
  tx: Database,
  input: MessageInput<CustomerTemplate> & { mobile: string; language: Language; now: Date },
): Promise<void> {
  const { mobile, language, template, values, now } = input;
  const rendered = render(language, template, values).map((message) => ({ ...message, recipient: mobile }));
  await storeMessages(tx, withJobs(rendered, { loanId: null, template, now }));
}

/**
 * Queues one message for each channel of a template that is about a conversation with support; none to a recipient that
 * has got the template's most for a day.
 * @param input `to.mobile` is null for a template without an SMS; `page` is where the link leads, the page of the
 *   conversations where it is left out
 */
export async function queueContactMessages(
  tx: Database,
  input: MessageInput<ContactTemplate> & {
    to: { name: string; email: string; mobile: string | null; language: Language };
    now: Date;
    config: MessageSite;
    page?: string;
  },
): Promise<void> {
  const { to, template, values, now, config, page = accountPath('contact') } = input;
  const recipients: Record<Channel, string | null> = { sms: to.mobile, email: to.email };
  const link = `${siteOf(config)}${page}`;
  const rendered = render(to.language, template, { ...values, name: to.name, link }).flatMap((message) => {
    const recipient = recipients[message.channel];
    return recipient === null ? [] : [{ ...message, recipient }];
  });
  await storeMessages(tx, withJobs(rendered, { loanId: null, template, now }));
}

/** Queues the one message about a product to each address that asked for it, by its own channel. */
export async function queueProductAvailableMessages(
  tx: Database,
  interests: readonly (ContactAddress & { product: ComingProduct; language: Language })[],
  { now, config }: { now: Date; config: MessageSite },
): Promise<void> {
  const template = 'product.available';
  const link = `${siteOf(config)}${accountPath('home')}`;
  const rendered = interests.flatMap(({ channel, address, product, language }) =>
    render(language, template, { product: product.replaceAll('-', '_'), link })
      .filter((message) => message.channel === channel)
      .map((message) => ({ ...message, recipient: address })),
  );
  await storeMessages(tx, withJobs(rendered, { loanId: null, template, now }));
}

/** Adds to each message the job that delivers it. */
const withJobs = (
  rendered: readonly (Rendered & { recipient: string; documentIds?: readonly string[] })[],
  about: Omit<OutgoingMessages, 'messages'>,
): OutgoingMessages => ({
  ...about,
  messages: rendered.map((message) => {
    const id = platform.uuid();
    const job = jobRow(
      `message.${message.channel}`,
      { messageId: id },
      { now: about.now, priority: priorityOf(about.template) },
    );
    return { documentIds: [], ...message, id, job };
  }),
});

/** Secrets expire soon, so they go before everything else. */
const priorityOf = (template: Template): JobPriority => (secretForMs(template) === undefined ? 0 : 10);

/**
 * The personal data in each column. The table lists all columns of server/db/schema/ that can hold a text; the tests
 * of erasure and of encryption read it.
 */
import { readdirSync } from 'node:fs';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';

/**
 * - `fields`: the application's own fields, PAN and account number among them: encrypted, and emptied with the loan
 * - `loan`: what else says something of a loan's people: emptied with the loan
 * - `customer`: deleted with the customer
 * - `staff`: names members of staff, and stays
 * - `none`: ids, codes, hashes, amounts and words that are the same for everybody
 */
type Kind = 'fields' | 'loan' | 'customer' | 'staff' | 'none';

const columns: Record<string, Partial<Record<Kind, string>>> = {
  access_codes: { none: 'code_hash loan_id' },
  access_log: { loan: 'subject', staff: 'reviewer_name', none: 'operation loan_id' },
  api_keys: { none: 'key_id partner_id key_hash name origins scopes' },
  consents: { none: 'loan_id purpose words version language channel' },
  contents: { loan: 'password', none: 'key loan_id type sha256 content_type scan object' },
  conversation_messages: { customer: 'text', staff: 'reviewer_id reviewer_name', none: 'author outcome' },
  conversations: {
    customer: 'name mobile email',
    none: 'language kind state grievance_number loan_id lodged_on answer_by outcome settled_on latest_notice',
  },
  courses: { none: 'title' },
  customer_sessions: { customer: 'device', none: 'secret' },
  customer_tokens: { none: 'token_hash kind' },
  customers: { customer: 'mobile name email', none: 'language partner_id' },
  documents: { none: 'loan_id type key proof' },
  drafts: { fields: 'body', none: 'loan_id step' },
  emi_options: { none: 'parent_pf parent_interest subvention' },
  installation: { none: 'mode' },
  institutions: { none: 'name commercial_type subvention' },
  issued_documents: { loan: 'input pages', none: 'loan_id kind language number sha256 key version' },
  jobs: { none: 'kind channel payload dedupe_key last_error' },
  kyc_checks: { loan: 'url_token name_on_record', none: 'loan_id provider_reference state failure' },
  lender_events: { none: 'event_id reference loan_id' },
  lender_loans: {
    loan: 'result account_number',
    none: 'loan_id reference stage disbursed_on disbursal_heard_on disbursal_utr next_due_on',
  },
  link_keys: { none: 'key_hash loan_id' },
  loan_tokens: { none: 'token_hash loan_id' },
  loans: {
    fields: 'personal_details bank_details',
    loan: 'idempotency_key name email mobile employment_details income_details fee_receipt lender_result search_name pan_hash',
    none: 'id partner_id status language presentation asked_fields institution_name loan_details stage',
  },
  collections: { none: 'loan_id entry_id collected_on state reason changed_on' },
  debit_notices: { none: 'loan_id due_on' },
  mandates: { loan: 'registration_number', none: 'loan_id method state payee provider_reference failure' },
  messages: { loan: 'recipient subject text', none: 'loan_id channel template state' },
  nominees: { customer: 'encrypted' },
  offers: { none: 'loan_id proposal_number terms apr differences' },
  one_time_passwords: { customer: 'subject', none: 'otp_hash day' },
  partners: { none: 'id name' },
  payment_decisions: {
    loan: 'note',
    staff: 'made_by answered_by',
    none: 'decision reference state',
  },
  payment_orders: { none: 'loan_id purpose currency payee state provider_reference idempotency_key' },
  payments: {
    none: 'loan_id provider_payment_id currency state method decision counts_for refund_reference changed_on disputes other_payee',
  },
  product_interests: { customer: 'address', none: 'product channel consent_version language' },
  provider_events: { none: 'provider event_id reference' },
  pushes: { fields: 'request', loan: 'result', none: 'loan_id state' },
  queries: {
    fields: 'asked_about',
    loan: 'message answer',
    none: 'loan_id field reason state raised_by decided_by',
  },
  rate_counts: { none: 'subject' },
  review_views: { none: 'loan_id' },
  reviewers: {
    staff: 'email name',
    none: 'password_hash role totp_secret recovery_hashes invitation_hash invited_totp_secret',
  },
  // The books of other companies, as the sandbox plays them, are in clear.
  sandbox_lender_loans: { loan: 'request answer servicing', none: 'reference' },
  sandbox_messages: { loan: 'recipient subject text attachments', none: 'channel' },
  sandbox_provider_records: { loan: 'request record', none: 'provider reference' },
  sign_in_failures: { none: 'email_hash' },
  servicing_cases: {
    loan: 'details note',
    staff: 'closed_by',
    none: 'loan_id counterparty kind subject settled_by compared_day',
  },
  signature_requests: {
    loan: 'signed_mobile_digits',
    none: 'loan_id provider_reference state document_sha256',
  },
  staff_devices: { none: 'token_hash' },
  admin_acts: { staff: 'operator', none: 'command subject' },
  staff_events: { staff: 'reviewer_name', none: 'event' },
  staff_partners: { none: 'partner_id' },
  staff_sessions: { none: 'token_hash' },
  standard_answers: { staff: 'reviewer_id', none: 'title text language' },
  students: { loan: 'details', none: 'loan_id' },
  submission_contents: { none: 'type key' },
  submissions: { fields: 'fields', loan: 'documents', none: 'loan_id agreed' },
  timeline: {
    fields: 'before after',
    loan: 'details',
    staff: 'actor_id actor_name',
    none: 'loan_id actor act field',
  },
  webhook_deliveries: { none: 'endpoint_id event_id loan_id type body state last_error' },
  webhook_endpoints: { none: 'id partner_id url types label secret former_secret disabled' },
};

export type Column = { table: string; name: string; type: string; isGenerated: boolean };

const holdsText = /^(text|varchar|char|json|bytea)/;

const folder = new URL('../../server/db/schema/', import.meta.url);
const modules = await Promise.all(
  readdirSync(folder).map((file) => import(new URL(file, folder).href) as Promise<object>),
);

/** The columns that can hold a text, read from the schema. */
const textColumns: Column[] = modules
  .flatMap((module) => Object.values(module) as unknown[])
  .filter((one) => is(one, PgTable))
  .map((table) => getTableConfig(table))
  .flatMap(({ name: table, columns: all }) =>
    all.map((one) => ({
      table,
      name: one.name,
      type: one.getSQLType(),
      isGenerated: one.generated !== undefined,
    })),
  )
  .filter(({ type }) => holdsText.test(type));

const kindOf = ({ table, name }: Column): Kind | undefined =>
  (Object.entries(columns[table] ?? {}) as [Kind, string][]).find(([, names]) =>
    names.split(' ').includes(name),
  )?.[0];

export const columnsOf = (...kinds: Kind[]): Column[] =>
  textColumns.filter((column) => kinds.includes(kindOf(column) as Kind));

/** Tells what is wrong with the table, in a sentence for each column. */
export function problemsOfColumns(): string[] {
  const places = textColumns.map(({ table, name }) => `${table}.${name}`);
  const listed = Object.entries(columns).flatMap(([table, kinds]) =>
    Object.values(kinds).flatMap((names) => names.split(' ').map((name) => `${table}.${name}`)),
  );
  return [
    ...places
      .filter((place) => !listed.includes(place))
      .map((place) => `${place} has no place in tests/contract/stored-columns.ts: say whom it tells of`),
    ...listed
      .filter((place, index) => !places.includes(place) || listed.indexOf(place) < index)
      .map((place) => `${place} stands in tests/contract/stored-columns.ts twice, or is no column`),
  ];
}

/** Fills a database directly, so that it is as large as one that has been in use for a while. */
type Query = (sql: string) => Promise<Record<string, unknown>[]>;

export const filledTables = [
  ...['loans', 'loan_tokens', 'students', 'messages', 'timeline', 'submissions'],
  ...['conversations', 'conversation_messages', 'payments', 'consents', 'mandates', 'signature_requests'],
];

/** The id of the nth loan, as SQL with `n`. */
const loanId = `lpad(to_hex(n * 7919), 8, '0') || '-' || lpad(to_hex(n % 65536), 4, '0') || '-4000-8000-000000000000'`;

/**
 * Makes loans of the demo key in all stages, and `others` rows of each kind that a loan has: a student, a submission,
 * an entry of the timeline, a token and a message, and as many conversations. Statistics are up to date then.
 */
export async function fillWithLoans(
  query: Query,
  { loans, others }: { loans: number; others: number },
): Promise<void> {
  const [first] = await query("select id, partner_id from api_keys where key_id = 'demo'");
  const all = `from generate_series(1, ${loans}) as n`;
  const some = `from generate_series(1, ${others}) as n`;
  for (const statement of [
    'alter table loans disable trigger all',
    `insert into loans (id, partner_id, api_key_id, status, name, email, mobile, institution_id, institution_name, order_value,
       submitted_at, created_at, updated_at)
     select ${loanId}, '${String(first?.partner_id)}', '${String(first?.id)}',
       (array['draft', 'submitted', 'submitted', 'with_lender', 'approved', 'rejected', 'pending'])[1 + n % 7],
       (array['Asha', 'Bala', 'Chitra', 'Deepa', 'Esther'])[1 + n % 5] || ' ' || md5(n::text), 'a@parent.example',
       '9' || lpad((n * 7 % 1000000000)::text, 9, '0'), 201 + n % 5, 'School', 40000,
       timestamptz '2026-01-01' + n * interval '1 minute', now(), now() ${all}`,
    `insert into loan_tokens (token_hash, loan_id, created_at, last_used_at) select md5(n::text), ${loanId}, now(), now() ${some}`,
    `insert into students (id, loan_id, position, details) select gen_random_uuid(), ${loanId}, 0, '{}' ${some}`,
    `insert into submissions (id, loan_id, number, submitted_at, agreed) select gen_random_uuid(), ${loanId}, 1, now(), '{}' ${some}`,
    `insert into timeline (loan_id, at, actor, act) select ${loanId}, now(), 'applicant', 'loan.created' ${some}`,
    `insert into messages (id, loan_id, channel, recipient, template, state, created_at)
     select gen_random_uuid(), ${loanId}, 'sms', '9' || lpad((n * 7 % 1000000000)::text, 9, '0'), 'reentry.password', 'sent', now()
     ${some}`,
    'alter table loans enable trigger all',
    `insert into jobs (id, kind, channel, payload, run_at, created_at)
     select gen_random_uuid(), 'provider.check', 'provider', '{}', timestamptz '2099-01-01' + n * interval '1 minute', now() ${some}`,
    'alter table payments disable trigger all',
    `insert into payments (id, order_id, loan_id, lender_id, provider_payment_id, amount_paise, currency, state, method,
       paid_at, received_at)
     select gen_random_uuid(), gen_random_uuid(), ${loanId}, 15, 'p-' || n, 630000, 'INR', 'captured', 'upi', at, at
     from (select n, timestamptz '2025-06-01' + n * interval '30 minutes' as at ${some}) as numbered`,
    'alter table payments enable trigger all',
    `insert into consents (id, loan_id, lender_id, purpose, words, version, language, channel, given_at)
     select gen_random_uuid(), ${loanId}, 15, 'share', 'I agree.', '2026-11-28', 'en', 'app', now() ${some}`,
    `insert into mandates (id, loan_id, lender_id, method, limit_paise, state, provider_reference, created_at)
     select gen_random_uuid(), ${loanId}, 15, 'upi', 630000, 'registered', 'm-' || n, now() ${some}`,
    'alter table signature_requests disable trigger all',
    `insert into signature_requests (id, loan_id, lender_id, document_id, provider_reference, state, document_sha256, created_at)
     select gen_random_uuid(), ${loanId}, 15, gen_random_uuid(), 's-' || n, 'signed', '', now() ${some}`,
    'alter table signature_requests enable trigger all',
    `insert into conversations (id, name, mobile, email, language, state, started_at, updated_at, kind, grievance_number,
       lodged_on, answer_by, outcome)
     select gen_random_uuid(), 'Asha', '9' || lpad((n * 7)::text, 9, '0'), n || '@parent.example', 'en',
       (array['closed', 'closed', 'answered', 'open'])[1 + n % 4], at, at,
       case n % 10 when 0 then 'grievance' else 'query' end, case n % 10 when 0 then 'G-' || n end,
       case n % 10 when 0 then '2026-07-02' end, case n % 10 when 0 then '2026-08-01' end, case when n % 10 = 0 and n % 100 <> 0 then 'resolved' end
     from (select n, timestamptz '2026-01-01' + n * interval '1 minute' as at ${some}) as numbered`,
    `insert into conversation_messages (id, conversation_id, at, author, text)
     select gen_random_uuid(), id, started_at, 'customer', 'When?' from conversations`,
    ...['jobs', ...filledTables].map((table) => `analyze ${table}`),
  ])
    await query(statement);
}

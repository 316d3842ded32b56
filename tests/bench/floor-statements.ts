/** The statements of the floor: one for each call, which reads and writes the rows that the product does. */

const key = `key as (select id, partner_id from api_keys where key_hash = $1 and revoked_at is null)`;

const openLoan = `open_loan as (
  select loans.* from loans
  join key on key.partner_id = loans.partner_id
  join loan_tokens on loan_tokens.loan_id = loans.id
  where loans.id = $2 and loan_tokens.token_hash = $3 and loan_tokens.revoked_at is null
    and loan_tokens.last_used_at > now() - interval '1 day' and loan_tokens.created_at > now() - interval '30 days'`;

const queries = `(select coalesce(json_agg(queries order by raised_at), '[]') from queries where queries.loan_id = l.id) as queries`;

/** Returns SQL that counts the messages sent to the recipient today. */
const messagesToday = (recipient: string) => `(select count(*) from messages where recipient = ${recipient}
    and template = 'application.created' and created_at > $6::timestamptz - interval '1 day')`;

export const statements = {
  /** The key's hash and the institution's id. */
  read: `with ${key} select institutions.* from institutions, key where institutions.id = $2`,

  /** The hashes of key and token, and the loan's id. */
  loan: `with ${key}, ${openLoan})
select l.*, institutions.receipt_upload, ${queries},
  (select coalesce(json_agg(details order by position, id), '[]') from students where students.loan_id = l.id) as students
from open_loan l left join institutions on institutions.id = l.institution_id`,

  /** The key's hash, the loan's id, name, mobile, email, the time, and the token's hash. */
  create: `with ${key}, loan as (
  insert into loans (id, partner_id, api_key_id, name, mobile, email, created_at, updated_at)
  select $2, key.partner_id, key.id, $3, $4, $5, $6::timestamptz, $6::timestamptz from key returning id
), token as (
  insert into loan_tokens (token_hash, loan_id, created_at, last_used_at)
  select $7, loan.id, $6::timestamptz, $6::timestamptz from loan
), entry as (
  insert into timeline (loan_id, at, actor, act) select loan.id, $6::timestamptz, 'applicant', 'loan.created' from loan
)
select id, ${messagesToday('$4')} + ${messagesToday('$5')} as messages_today from loan`,

  /** The hashes of key and token, the loan's id, the institution, the course, the student's id and details, the order value, the time. */
  save: `with ${key}, ${openLoan} for update of loans), school as (
  select institutions.* from institutions join courses on courses.institution_id = institutions.id
  where institutions.id = $4 and courses.id = $5
), student as (
  insert into students (id, loan_id, position, institution_id, institution_course_id, details)
  select $6, open_loan.id, (select count(*) from students where students.loan_id = open_loan.id), $4, $5, $7::jsonb
  from open_loan, school
  on conflict (loan_id, id) do update set institution_id = excluded.institution_id,
    institution_course_id = excluded.institution_course_id, details = excluded.details
  returning details
), draft as (
  delete from drafts using open_loan where drafts.loan_id = open_loan.id and drafts.step = 'students'
), l as (
  update loans set institution_id = school.id, institution_name = school.name, course_id = $5, order_value = $8,
    version = loans.version + 1, updated_at = $9
  from open_loan, school where loans.id = open_loan.id returning loans.*
)
select l.*, school.receipt_upload, ${queries}, (select json_agg(details) from student) as students from l, school`,
};

export type StatementName = keyof typeof statements;

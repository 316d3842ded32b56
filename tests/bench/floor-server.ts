/**
 * The floor that `npm run bench` compares the server with: the same calls by node:http and a driver alone, each as
 * one statement and without checks, limits, records and logs. DATABASE_URL selects node-postgres; the default is
 * PGlite in DATA_DIR.
 */
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { readAssets } from '../../server/app/assets.ts';
import { type StatementName, statements } from './floor-statements.ts';

type Row = Record<string, unknown>;
type Query = (name: StatementName, values: unknown[]) => Promise<Row | undefined>;

const query = await openDatabase();
const assets = readAssets(process.env.APP_DIR ?? '');

async function openDatabase(): Promise<Query> {
  const { DATABASE_URL: connectionString, DATA_DIR: dataDir } = process.env;
  if (connectionString) {
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({ connectionString, max: 10 });
    return async (name, values) => (await pool.query<Row>({ name, text: statements[name], values })).rows[0];
  }
  const { PGlite } = await import('@electric-sql/pglite');
  const database = await PGlite.create(`${dataDir}/db`);
  return async (name, values) => (await database.query<Row>(statements[name], values)).rows[0];
}

const hashOf = (secret: string | undefined) =>
  createHash('sha256')
    .update(secret ?? '')
    .digest('hex');

type Call = { request: IncomingMessage; id: string; body: Row };

const access = ({ request: { headers }, id }: Call) => [
  hashOf(headers.authorization),
  id,
  hashOf(String(headers['x-loan-token'])),
];

const routes: { method: string; path: RegExp; answer: (call: Call) => Promise<unknown> }[] = [
  {
    method: 'GET',
    path: /^\/dev\/api\/institute\/by-id\/(.+)$/,
    async answer({ request, id }) {
      const row = await query('read', [hashOf(request.headers.authorization), Number(id)]);
      return row && { success: true, result: row };
    },
  },
  {
    method: 'GET',
    path: /^\/dev\/api\/v3\/student\/by-loan\/(.+)$/,
    async answer(call) {
      const row = await query('loan', access(call));
      return row && { success: true, result: loanOf(row) };
    },
  },
  {
    method: 'POST',
    path: /^\/dev\/api\/v3\/lender\/loan(\/)$/,
    async answer({ request, body: { name, phone, email } }) {
      const token = randomBytes(32).toString('base64url');
      const row = await query('create', [
        ...[hashOf(request.headers.authorization), randomUUID(), name, phone, email],
        ...[new Date().toISOString(), hashOf(token)],
      ]);
      const result = row && { loan_id: row.id, access_token: token };
      return result && { success: true, result, message: 'The application was created' };
    },
  },
  {
    method: 'PUT',
    path: /^\/dev\/api\/v3\/lender\/loan\/(.+)$/,
    async answer(call) {
      const data = call.body.data as Row;
      const [student = {}] = data['el_details.students'] as Row[];
      const row = await query('save', [
        ...access(call),
        ...[data['el_details.institution_id'], student.institution_course_id],
        ...[student.id, JSON.stringify(student), Number(student.annual_fee) + Number(student.otherfees)],
        new Date().toISOString(),
      ]);
      return row && { success: true, result: loanOf(row) };
    },
  },
];

const emptyAddress = {
  ...{ address_line_1: null, address_line_2: null, address: null, city: null, state: null, pincode: null },
};

/** The JSON of a draft that has students and nothing else yet. */
const loanOf = (row: Row) => ({
  loan_id: row.id,
  status: row.status,
  test: row.test,
  language: row.language,
  presentation: row.presentation,
  asked_fields: row.asked_fields,
  locked_institute_id: row.locked_institute_id,
  created_at: (row.created_at as Date).toISOString(),
  el_details: {
    institution_id: row.institution_id,
    institution_name: row.institution_name,
    receipt_upload: row.receipt_upload,
    course_id: row.course_id,
    students: (row.students as Row[]).map((student) => ({
      ...student,
      applicationId: row.id,
      user_id: null,
    })),
    order_value: Number(row.order_value),
  },
  personal_details: {
    ...{ gender: null, dob: null, applicant_father_name: null, alternate_mobile: null, pan: null },
    ...{ marital_status: null, relationship_type: null, type_of_residence: null, same_as_aadhaar: 0 },
    address: { residence: emptyAddress, permanent: emptyAddress },
    ...{ name: row.name, email: row.email, mobile: row.mobile },
  },
  employment_details: {
    ...{ employer_name: null, employed_since: null, employment_type: null, business_constitution: null },
    ...{ designation: null, employment_experience: null },
    office_address: { address: null, state: null, city: null, pincode: null },
  },
  income_details: { monthly_income: null, household_income: null },
  loan_details: {
    ...{ emi_tenure: null, emi_tenure_id: null, disbursed_amount: null, type: 'EL' },
    ...{ applied_amount: null, ...(row.loan_details as Row) },
  },
  bank_details: {
    bank_account_no: null,
    bank_account_type: null,
    bank_name: null,
    bank_code: null,
    ifsc_code: null,
  },
  fee_receipt: row.fee_receipt,
  queries: row.queries,
  lender_result: row.lender_result,
});

async function bodyOf(request: IncomingMessage): Promise<Row> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString('utf8')) as Row) : {};
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  const asset = assets.get(url);
  if (asset) {
    response.writeHead(200, { 'content-type': asset.type, 'content-length': asset.bytes.length });
    response.end(asset.bytes);
    return;
  }
  const route = routes.find((one) => one.method === method && one.path.test(url));
  const id = route?.path.exec(url)?.[1] ?? '';
  const body = route && (await route.answer({ request, id, body: await bodyOf(request) }));
  const text = JSON.stringify(body ?? { success: false });
  response.writeHead(body ? 200 : 404, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

createServer((request, response) => void answer(request, response)).listen(
  Number(process.env.PORT),
  '127.0.0.1',
  () => console.log('listening'),
);

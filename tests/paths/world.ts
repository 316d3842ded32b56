/** The real server of a browser walk, in this process, so that a walk can begin at a loan that life has been through. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import type { ApplicationData, Loan, QueryState, Student, StudentsData } from '../../domain/wire.ts';
import { readConfig } from '../../server/config.ts';
import { loans, queries } from '../../server/db/schema.ts';
import { demoKey } from '../../server/keys.ts';
import { startServer } from '../../server/start.ts';
import { pans } from './pans.ts';

export type World = Awaited<ReturnType<typeof openWorld>>;

/** A loan that somebody has typed and saved, and the token that opens it. */
export interface Opened {
  loanId: string;
  token: string;
}

export async function openWorld() {
  const dataDir = mkdtempSync(join(tmpdir(), 'feepath-paths-'));
  const server = await startServer(
    readConfig({
      ...process.env,
      DATABASE_URL: undefined,
      NODE_ENV: 'test',
      SANDBOX: '1',
      LOG: 'off',
      PORT: '0',
      DATA_DIR: dataDir,
      RATE_CREATE: '1000000',
      RATE_EMAIL: '1000000',
      RATE_LOOKUP: '1000000',
      RATE_SIGN_IN: '1000000',
      SUPPORT_PHONE: '1800 000 000',
    }),
  );
  const faults = server.faults;
  if (!faults) throw new Error('A sandbox has fault switches');

  const call = async (method: string, path: string, body: unknown, token = ''): Promise<unknown> => {
    const answer = await fetch(`${server.url}/dev/api${path}`, {
      method,
      headers: {
        authorization: demoKey,
        'x-auth-type': 'API',
        'x-loan-token': token,
        'content-type': 'application/json',
      },
      body: JSON.stringify(body),
    });
    const { result, ...rest } = (await answer.json()) as { result?: unknown };
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(rest)}`);
    return result;
  };

  return {
    url: server.url,
    key: demoKey,
    faults,

    async newLoan(): Promise<Opened> {
      const made = (await call('POST', '/v3/lender/loan/', person)) as {
        loan_id: string;
        access_token: string;
      };
      return { loanId: made.loan_id, token: made.access_token };
    },

    async saveStudents({ loanId, token }: Opened): Promise<void> {
      await call('PUT', `/v3/lender/loan/${loanId}`, { data: studentsOf() }, token);
    },

    /** Saves a whole application, which submits it; the PAN decides what the sandbox lender will say. */
    async saveApplication({ loanId, token }: Opened, pan: string = pans.approved): Promise<void> {
      await call('PUT', `/loans/${loanId}`, { data: { ...application, 'personal_details.pan': pan } }, token);
    },

    /** What the loan's life would have made of it. */
    async alter({ loanId }: Opened, values: Partial<typeof loans.$inferInsert>): Promise<void> {
      await server.db.update(loans).set(values).where(eq(loans.id, loanId));
    },

    async raiseQuery(
      { loanId }: Opened,
      field: string,
      asked: { message: string; round?: number; state?: QueryState },
    ): Promise<void> {
      await server.db.insert(queries).values({
        ...asked,
        id: crypto.randomUUID(),
        loanId,
        field,
        reason: 'mismatch',
        raisedBy: 'reviewer',
        raisedAt: new Date(),
      });
    },

    async statusOf({ loanId }: Opened): Promise<Loan['status'] | undefined> {
      const [row] = await server.db.select({ status: loans.status }).from(loans).where(eq(loans.id, loanId));
      return row?.status;
    },

    async close() {
      await server.close(1000);
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export const person = { name: 'Meena Raman', phone: '9000000001', email: 'meena@example.org' };

const institution = { id: 1, name: 'Others' };

const student = (name: string): Student => ({
  id: crypto.randomUUID(),
  student_name: name,
  dob: '2015-06-01',
  institution_id: institution.id,
  institution_name: institution.name,
  institution_course_id: 101,
  course_name: 'Any course',
  academic_year: String(new Date().getFullYear()),
  type_of_institute: null,
  student_roll_no: '12',
  annual_fee: 60000,
  otherfees: 0,
  admission_fee_amount: 0,
  transport_fee_amount: 0,
  new_admission: false,
  admission_fee_paid: false,
  transport_fee_paid: false,
});

const studentsOf = (): StudentsData => ({
  'el_details.institution_id': institution.id,
  'el_details.institution_name': institution.name,
  'el_details.course_id': 101,
  'el_details.students': [student('Kavin'), student('Yazhini')],
});

const application: ApplicationData = {
  customerConsent: true,
  'personal_details.name': person.name,
  'personal_details.gender': 'Female',
  'personal_details.dob': '1985-04-12',
  'personal_details.applicant_father_name': 'Raman Pillai',
  'personal_details.alternate_mobile': '9000000002',
  'personal_details.marital_status': 'MARRIED',
  'personal_details.relationship_type': 'Mother',
  'personal_details.type_of_residence': 'RENTED',
  'personal_details.same_as_aadhaar': 1,
  'personal_details.address.residence.address': '12 Temple Street',
  'personal_details.address.residence.city': 'Chennai',
  'personal_details.address.residence.state': 'Tamil Nadu',
  'personal_details.address.residence.pincode': '600001',
  'employment_details.employer_name': 'Riverside Mills',
  'employment_details.employed_since': '2015-01-05',
  'employment_details.employment_type': 'Salaried',
  'employment_details.designation': 'Accountant',
  'employment_details.office_address.address': '4 Mill Road',
  'employment_details.office_address.state': 'Tamil Nadu',
  'employment_details.office_address.city': 'Chennai',
  'employment_details.office_address.pincode': '600002',
  'income_details.monthly_income': 45000,
  'loan_details.emi_tenure': 6,
  'loan_details.emi_tenure_id': 10106,
  'bank_details.bank_account_no': '001234567890',
  'bank_details.bank_account_type': 'SAVING',
  'bank_details.bank_name': 'State Bank of India',
  'bank_details.ifsc_code': 'SBIN0001234',
};

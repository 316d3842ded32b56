/** A customer of the consumer app: signs up, applies, goes through the steps and repays, or does not. */
import { randomUUID } from 'node:crypto';
import { pushRequestOf } from '../../../domain/lending/push-request.ts';
import type { Loan, CustomerSession } from '../../../domain/values/wire.ts';
import { birthDate, consumerApplication, student } from '../../support/form-values.ts';
import type { World } from '../world.ts';
import { type Answer, type Call, Client } from './client.ts';
import type { OperationId } from '../../../openapi/operations.ts';
import type { Person } from './people.ts';
import { runErrand } from './errands.ts';
import { Servicing } from './servicing.ts';
import { minuteMs, dayMs } from '../times.ts';

/** Institution 211 of the seed, which prefers three lenders, with a course of it and a tenure; and 205, with one. */
const schools = [
  { id: 211, course: 21101, tenure: { id: 2110103, months: 3 } },
  { id: 205, course: 20501, tenure: { id: 2050103, months: 3 } },
];

/** Words without digits, because names have none. */
const words = ['Alpha', 'Beta', 'Gamma'];
const names = ['Iyer', 'Nair', 'Rao'];

const accountNumberOf = (mail: string): string => `5012340${mail.slice(6, 10)}`;

export type CustomerMemory = {
  loanId: string | undefined;
  cookie: string | undefined;
  saved: { profile: boolean; application: boolean };
  mobile: string;
  former: FormerNumber[];
  /** The consents that were withdrawn, by their ids. */
  withdrawn: string[];
  isErased: boolean;
};

/** A number that the customer had until then. */
export type FormerNumber = { mobile: string; until: number };

export class Customer implements Person {
  readonly client: Client;
  mobile: string;
  readonly mail: string;
  readonly pan: string;
  readonly employer: string;
  readonly name: string;
  loanId: string | undefined;
  readonly former: FormerNumber[];
  readonly withdrawn: string[];
  isErased: boolean;
  readonly #saved: CustomerMemory['saved'];

  constructor(
    readonly world: World,
    index: number,
    memory?: CustomerMemory,
  ) {
    const number = 1000 + index;
    this.mobile = memory?.mobile ?? `984000${number}`;
    this.former = structuredClone(memory?.former ?? []);
    this.withdrawn = [...(memory?.withdrawn ?? [])];
    this.isErased = memory?.isErased ?? false;
    this.mail = `parent${number}@parent.example`;
    this.pan = `ABCPE${number}F`;
    this.employer = `Mills ${words[index] ?? 'Other'}`;
    this.name = `Meenakshi Sundaram ${names[index] ?? 'Other'}`;
    this.client = new Client(world, `customer ${index + 1}`, [
      ...[this.mobile, this.mail, this.pan, this.employer, this.name],
      ...this.former.map(({ mobile }) => mobile),
    ]);
    this.client.cookie = memory?.cookie;
    this.loanId = memory?.loanId;
    this.#saved = { ...(memory?.saved ?? { profile: false, application: false }) };
  }

  get memory(): CustomerMemory {
    const { loanId, mobile, former, withdrawn, isErased, client } = this;
    return { loanId, cookie: client.cookie, saved: this.#saved, mobile, former, withdrawn, isErased };
  }

  /** The first customer of a whole life leaves no loan before it is repaid in part, so that most lives come so far. */
  get isSteady(): boolean {
    return this.world.options.from === undefined && this.world.people[0] === this;
  }

  /** The number that takes the place of the present one. */
  get nextMobile(): string {
    return `98400${1 + this.former.length}${this.mail.slice(6, 10)}`;
  }

  /** The words by which stored data of the customer is found. */
  get marks(): readonly string[] {
    return [...this.client.marks, this.mobile, accountNumberOf(this.mail)];
  }

  async live(): Promise<void> {
    if (this.isErased) return;
    const { errand } = this.world;
    if (errand && (await runErrand(this, errand))) return;
    if (!this.#saved.application) {
      if (!(await this.#signUp())) return;
      await this.think(20 * minuteMs);
      if (!(await this.#apply())) return;
    }
    await new Servicing(this).live();
  }

  /** Waits up to so long. */
  think(mostMs: number): Promise<void> {
    return this.world.sleep(1000 + this.world.random.whole(mostMs), `${this.client.name} thinks`);
  }

  /** A call of who is signed in; the session is renewed, or begun anew. */
  async call<Result>(operation: OperationId, call: Call = {}): Promise<Answer<Result> | undefined> {
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await this.client.call<Result>(operation, call);
      if (answer?.status !== 401) return answer;
      if (!(await this.#renewSession()) && !(await this.signIn())) return undefined;
    }
    return undefined;
  }

  async signIn(): Promise<boolean> {
    const { client, mobile, world } = this;
    for (let tries = 0; tries < 6; tries += 1) {
      client.headers = {};
      const requested = await client.call('requestOtp', { body: { mobile } });
      await world.sleep(30_000 + world.random.whole(2 * minuteMs), `${client.name} waits for SMS`);
      const otp = world.messages.passwordAt(mobile, 'customer.signIn');
      if (otp !== undefined && requested?.status === 200) {
        const answer = await client.call<CustomerSession>('signInCustomer', {
          body: { mobile, otp, dob: birthDate },
        });
        if (answer?.status === 200) {
          this.#begin(answer.body.result);
          world.did('sign in');
          return true;
        }
      }
      await world.sleep(tries < 3 ? 10 * minuteMs : dayMs, `${client.name} gives it a rest`);
    }
    return false;
  }

  async #renewSession(): Promise<boolean> {
    this.client.headers = {};
    if (this.client.cookie === undefined) return false;
    const answer = await this.client.call<CustomerSession>('refreshSession');
    if (answer?.status !== 200) return false;
    this.#begin(answer.body.result);
    return true;
  }

  #begin({ access_token: token }: CustomerSession): void {
    this.client.headers = { authorization: `Bearer ${token}` };
  }

  async #signUp(): Promise<boolean> {
    if (!(await this.signIn())) return false;
    const body = { name: this.name, email: this.mail };
    this.#saved.profile = (await this.call('saveProfile', { body }))?.status === 200;
    return this.#saved.profile;
  }

  /** Students, the form, Submit, and mostly the push of the page. */
  async #apply(): Promise<boolean> {
    const { world } = this;
    const headers = { 'Idempotency-Key': randomUUID() };
    const created = await this.call<{ loan_id: string }>('createMyLoan', { headers, body: {} });
    if (created?.status !== 200) return false;
    const id = created.body.result.loan_id;
    this.loanId = id;
    const school = world.random.pick(schools);
    const row = student({ institution_id: school.id, institution_course_id: school.course });
    const students = { 'el_details.institution_id': school.id, 'el_details.students': [row] };
    if ((await this.call('updateMyStudents', { path: { id }, body: { data: students } }))?.status !== 200)
      return false;
    await this.think(30 * minuteMs);
    const data = consumerApplication({
      'personal_details.name': this.name,
      'personal_details.pan': this.pan,
      'bank_details.bank_account_no': accountNumberOf(this.mail),
      'employment_details.employer_name': this.employer,
      'loan_details.emi_tenure_id': school.tenure.id,
      'loan_details.emi_tenure': school.tenure.months,
    });
    const saved = await this.call('saveApplication', { path: { id }, body: { data } });
    if (saved?.status !== 200) return false;
    this.#saved.application = true;
    world.did('apply');
    if (world.random.percent(75)) await this.push();
    return true;
  }

  /** Writes that were answered with 200 and are not in the database in the end. */
  async missing(): Promise<string[]> {
    if (this.isErased) return [];
    const { database } = this.world;
    const gone: string[] = [];
    const profile = await database.rows(`select from customers where email = '${this.mail}'`);
    if (this.#saved.profile && profile.length === 0) gone.push(`${this.client.name}: the profile`);
    const loan = await database.rows(
      `select from loans where id = '${this.loanId ?? ''}' and status <> 'draft'`,
    );
    if (this.#saved.application && loan.length === 0) gone.push(`${this.client.name}: the application`);
    return gone;
  }

  async push(): Promise<void> {
    const read = await this.call<Loan>('getLoan', { path: { id: this.loanId ?? '' } });
    if (read?.status !== 200) return;
    const body = pushRequestOf(read.body.result);
    await this.call('createOnLender', { path: { lender_id: 15 }, body });
    this.world.did('push');
  }
}

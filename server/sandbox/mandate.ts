/** The sandbox's provider of mandates. What the bank does about one is pressed on its page. */
import { paiseText } from '../../domain/servicing/document-text.ts';
import { platform } from '../platform/platform.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type {
  MandateFailure,
  MandateMethod,
  MandateReading,
  MandateRequest,
  Mandates,
} from '../adapters/mandate.ts';
import { siteOf } from '../http/site.ts';
import { factsHtml, outcomeButtons } from './html.ts';
import { type ProviderPage, recordsOf, withSwitches } from './provider.ts';

type Request = Omit<MandateRequest, 'reference'>;

type Mandate = { state: MandateReading['state']; failure: MandateFailure | null; umrn: string | null };

const records = recordsOf<Request, Mandate>('mandate');

const pagePath = '/sandbox/mandate';

export function sandboxMandates({ config, db, clock, switches }: SandboxNeeds): Mandates {
  const around = withSwitches(switches);
  const readingOf = (reference: string, { state, failure, umrn }: Mandate): MandateReading => ({
    ...{ kind: 'mandate', state, failure, registrationNumber: umrn },
    url: state === 'requested' ? `${siteOf(config)}${pagePath}/${reference}` : null,
  });
  const read = async (reference: string) => {
    const found = await records.find(db, reference);
    return found ? readingOf(reference, found.record) : ({ kind: 'none' } as const);
  };
  return {
    request: ({ reference, ...request }) =>
      around('mandate.request', async () => {
        const first = { state: 'requested', failure: null, umrn: null } as const;
        const opened = await records.open(db, reference, { request, record: first }, clock.now());
        return readingOf(reference, opened.record);
      }),
    read: (reference) => around('mandate.read', () => read(reference)),
    cancel: (reference) =>
      around('mandate.cancel', async () => {
        const found = await records.find(db, reference);
        if (found?.record.state === 'requested') await records.change(db, reference, { state: 'cancelled' });
        return read(reference);
      }),
    revoke: (reference) =>
      around('mandate.revoke', async () => {
        const found = await records.find(db, reference);
        if (found?.record.state === 'registered') await records.change(db, reference, { state: 'cancelled' });
        return read(reference);
      }),
  };
}

const labels = {
  registered: 'Register the mandate',
  bank_refused: 'The bank refuses it',
  account_mismatch: 'The account is somebody else’s',
  cancelled: 'Cancel',
};

/** What becomes of a registered mandate without the app. */
const atBank = { withdrawn_at_bank: 'Withdraw it at the bank' };

const isOutcome = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);

const methodTexts: Record<MandateMethod, string> = {
  net_banking: 'Net banking: the bank would ask for its sign-in now.',
  debit_card: 'Debit card: the bank would ask for the card and its one-time password now.',
  upi: 'UPI: the app on the phone would ask for the UPI PIN now.',
};

export const mandatePage = ({ db }: Pick<SandboxNeeds, 'db'>): ProviderPage => ({
  provider: 'mandate',
  path: pagePath,
  title: 'Sandbox mandate',
  async show(reference) {
    const found = await records.find(db, reference);
    if (!found) return undefined;
    const { request, record } = found;
    if (record.state !== 'requested')
      return `<p>This mandate is settled: ${record.state}.</p>${
        record.state === 'registered'
          ? `<form method="post">\n${outcomeButtons(atBank, 'other')}\n</form>`
          : ''
      }`;
    const { registered, ...others } = labels;
    return `${factsHtml([
      ['Account holder', request.account.holder],
      ['Account', `••••${request.account.number.slice(-4)}`],
      ['IFSC', request.account.ifsc],
      ['Paid to', `${request.payee.account.holder} (${request.payee.account.id})`],
      ['At most, each time', paiseText(request.limitPaise)],
    ])}
<p>${methodTexts[request.method]}</p>
<form method="post">
${outcomeButtons({ registered }, 'main')}
<h2>What else can happen</h2>
${outcomeButtons(others, 'other')}
</form>`;
  },
  async press(reference, { outcome }) {
    const found = await records.find(db, reference);
    if (found?.record.state === 'registered' && outcome === 'withdrawn_at_bank') {
      await records.change(db, reference, { state: 'cancelled' });
      return { returnUrl: found.request.returnUrl, isAnnounced: true };
    }
    if (!found || outcome === undefined || !isOutcome(outcome)) return undefined;
    const isOpen = found.record.state === 'requested';
    const changes: Partial<Mandate> =
      outcome === 'registered'
        ? { state: 'registered', umrn: `FPTH${platform.randomInt(10 ** 8)}${platform.randomInt(10 ** 8)}` }
        : { state: 'failed', failure: outcome };
    if (isOpen) await records.change(db, reference, changes);
    return { returnUrl: found.request.returnUrl, isAnnounced: isOpen };
  },
});

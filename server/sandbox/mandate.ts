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
import { factsHtml, outcomeButtons, outcomeForm } from './html.ts';
import { isButton, type Opened, pageAddress, type ProviderPage, sandboxCalls } from './provider.ts';

type Request = Omit<MandateRequest, 'reference'>;

type Mandate = { state: MandateReading['state']; failure: MandateFailure | null; umrn: string | null };

export function sandboxMandates(needs: SandboxNeeds): Mandates {
  const readingOf = ({ reference, record }: Opened<Request, Mandate>): MandateReading => {
    const { state, failure, umrn } = record;
    return {
      ...{ kind: 'mandate', state, failure, registrationNumber: umrn },
      url: state === 'requested' ? pageAddress(needs.config, 'mandate', reference) : null,
    };
  };
  const { open, read, change } = sandboxCalls('mandate', needs, readingOf);
  const endIn =
    (state: Mandate['state']) =>
    ({ record }: Opened<Request, Mandate>): Partial<Mandate> | undefined =>
      record.state === state ? { state: 'cancelled' } : undefined;
  return {
    request: ({ reference, ...request }) => {
      const record: Mandate = { state: 'requested', failure: null, umrn: null };
      return open('mandate.request', { reference, request, record });
    },
    read: (reference) => read('mandate.read', reference),
    cancel: (reference) => change('mandate.cancel', reference, endIn('requested')),
    revoke: (reference) => change('mandate.revoke', reference, endIn('registered')),
  };
}

const labels = {
  registered: 'Register the mandate',
  bank_refused: 'The bank refuses it',
  account_mismatch: 'The account is somebody else’s',
  cancelled: 'Cancel',
};

/** The actions on a registered mandate outside the app. */
const atBank = { withdrawn_at_bank: 'Withdraw it at the bank' };

const methodTexts: Record<MandateMethod, string> = {
  net_banking: 'Net banking: the bank would ask for its sign-in now.',
  debit_card: 'Debit card: the bank would ask for the card and its one-time password now.',
  upi: 'UPI: the app on the phone would ask for the UPI PIN now.',
};

export const mandatePage: ProviderPage<Request, Mandate> = {
  provider: 'mandate',
  title: 'Sandbox mandate',
  show({ request, record }) {
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
${outcomeForm({ registered }, others)}`;
  },
  press({ record }, { outcome }) {
    if (record.state === 'registered' && isButton(atBank, outcome))
      return { changes: { state: 'cancelled' }, isAnnounced: true };
    if (!isButton(labels, outcome)) return undefined;
    if (record.state !== 'requested') return { isAnnounced: false };
    const changes: Partial<Mandate> =
      outcome === 'registered'
        ? { state: 'registered', umrn: `FPTH${platform.randomInt(10 ** 8)}${platform.randomInt(10 ** 8)}` }
        : { state: 'failed', failure: outcome };
    return { changes, isAnnounced: true };
  },
};

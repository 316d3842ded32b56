/** The sandbox's provider of identity checks. What becomes of a check is pressed on its page. */
import { platform } from '../platform/platform.ts';
import type { Clock } from '../platform/clock.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type { Kyc, KycFailure, KycReading, KycRequest } from '../adapters/kyc.ts';
import { factsHtml, outcomeForm } from './html.ts';
import { isButton, type Opened, pageAddress, type ProviderPage, sandboxCalls } from './provider.ts';

type Request = Omit<KycRequest, 'reference'>;

type Check = {
  state: KycReading['state'];
  failure: KycFailure | null;
  name: string | null;
  /** Opens the page until `tokenExpiresAt`, an ISO instant. */
  token: string;
  tokenExpiresAt: string;
};

const linkValidMs = 60 * 60_000;

/** A name that is not in the applications. */
const otherName = 'LAKSHMI NARAYANAN';

const newToken = (clock: Clock): Pick<Check, 'token' | 'tokenExpiresAt'> => ({
  token: platform.randomBytes(16).toString('base64url'),
  tokenExpiresAt: new Date(clock.now().getTime() + linkValidMs).toISOString(),
});

export function sandboxKyc(needs: SandboxNeeds): Kyc {
  const { config, clock } = needs;
  const readingOf = ({ reference, record }: Opened<Request, Check>): KycReading => {
    const { state, failure, name, token, tokenExpiresAt } = record;
    return {
      ...{ kind: 'check', state, failure, nameOnRecord: name },
      url: state === 'requested' ? `${pageAddress(config, 'kyc', reference)}?token=${token}` : null,
      linkExpiresAt: state === 'requested' ? new Date(tokenExpiresAt) : null,
    };
  };
  const { open, read, change } = sandboxCalls('kyc', needs, readingOf);
  return {
    request: ({ reference, ...request }) => {
      const record: Check = { state: 'requested', failure: null, name: null, ...newToken(clock) };
      return open('kyc.request', { reference, request, record });
    },
    regenerateToken: (reference) =>
      change('kyc.regenerateToken', reference, ({ record }) =>
        record.state === 'requested' ? newToken(clock) : undefined,
      ),
    read: (reference) => read('kyc.read', reference),
  };
}

const labels = {
  verified: 'Verify the identity',
  other_name: 'Verify it, with another name on record',
  details_mismatch: 'Fail: the details do not match',
  document_unreadable: 'Fail: the paper cannot be read',
  cancelled: 'Cancel',
  token_expired: 'Let the link expire',
  expired: 'Let the check expire',
};

/** Returns the changes of the check after each outcome. */
function changesBy(outcome: keyof typeof labels, { name }: Request, clock: Clock): Partial<Check> {
  switch (outcome) {
    case 'verified':
      return { state: 'verified', name: name.toUpperCase() };
    case 'other_name':
      return { state: 'verified', name: otherName };
    case 'token_expired':
      return { tokenExpiresAt: clock.now().toISOString() };
    case 'expired':
      return { state: 'expired' };
    default:
      return { state: 'failed', failure: outcome };
  }
}

export const kycPage: ProviderPage<Request, Check> = {
  provider: 'kyc',
  title: 'Sandbox identity check',
  show({ request, record }, { query, clock }) {
    if (record.state !== 'requested') return `<p>This check is settled: ${record.state}.</p>`;
    if (query.token !== record.token || new Date(record.tokenExpiresAt) <= clock.now()) {
      return `<p>This link has expired. Go back to the application for another one.</p>`;
    }
    const { verified, ...others } = labels;
    return `${factsHtml([
      ['Name', request.name],
      ['PAN', `${request.pan.slice(0, 2)}••••••${request.pan.slice(-2)}`],
      ['Mobile number', `••••••${request.mobile.slice(-4)}`],
    ])}
<p>A real provider would now read Aadhaar and PAN from DigiLocker.</p>
${outcomeForm({ verified }, others)}`;
  },
  press({ request, record }, { outcome }, clock) {
    if (!isButton(labels, outcome)) return undefined;
    if (record.state !== 'requested') return { isAnnounced: false };
    return { changes: changesBy(outcome, request, clock), isAnnounced: true };
  },
};

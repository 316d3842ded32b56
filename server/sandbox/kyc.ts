/** The sandbox's provider of identity checks. What becomes of a check is pressed on its page. */
import { platform } from '../platform/platform.ts';
import type { Clock } from '../platform/clock.ts';
import type { SandboxNeeds } from '../adapters/index.ts';
import type { Kyc, KycFailure, KycReading, KycRequest } from '../adapters/kyc.ts';
import { siteOf } from '../http/site.ts';
import { factsHtml, outcomeButtons } from './html.ts';
import { type ProviderPage, recordsOf, withSwitches } from './provider.ts';

type Request = Omit<KycRequest, 'reference'>;

type Check = {
  state: KycReading['state'];
  failure: KycFailure | null;
  name: string | null;
  /** Opens the page until `tokenExpiresAt`, an ISO instant. */
  token: string;
  tokenExpiresAt: string;
};

const records = recordsOf<Request, Check>('kyc');

const linkValidMs = 60 * 60_000;

const pagePath = '/sandbox/kyc';

/** Nobody of the applications. */
const otherName = 'LAKSHMI NARAYANAN';

const newToken = (clock: Clock): Pick<Check, 'token' | 'tokenExpiresAt'> => ({
  token: platform.randomBytes(16).toString('base64url'),
  tokenExpiresAt: new Date(clock.now().getTime() + linkValidMs).toISOString(),
});

export function sandboxKyc({ config, db, clock, switches }: SandboxNeeds): Kyc {
  const around = withSwitches(switches);
  const readingOf = (
    reference: string,
    { state, failure, name, token, tokenExpiresAt }: Check,
  ): KycReading => ({
    ...{ kind: 'check', state, failure, nameOnRecord: name },
    url: state === 'requested' ? `${siteOf(config)}${pagePath}/${reference}?token=${token}` : null,
    linkExpiresAt: state === 'requested' ? new Date(tokenExpiresAt) : null,
  });
  const read = async (reference: string) => {
    const found = await records.find(db, reference);
    return found ? readingOf(reference, found.record) : ({ kind: 'none' } as const);
  };
  return {
    request: ({ reference, ...request }) =>
      around('kyc.request', async () => {
        const first = { state: 'requested', failure: null, name: null, ...newToken(clock) } as const;
        const opened = await records.open(db, reference, { request, record: first }, clock.now());
        return readingOf(reference, opened.record);
      }),
    regenerateToken: (reference) =>
      around('kyc.regenerateToken', async () => {
        const found = await records.find(db, reference);
        if (found?.record.state === 'requested') await records.change(db, reference, newToken(clock));
        return read(reference);
      }),
    read: (reference) => around('kyc.read', () => read(reference)),
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

/** What the record says after each outcome. */
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

export const kycPage = ({ db, clock }: Pick<SandboxNeeds, 'db' | 'clock'>): ProviderPage => ({
  provider: 'kyc',
  path: pagePath,
  title: 'Sandbox identity check',
  async show(reference, query) {
    const found = await records.find(db, reference);
    if (!found) return undefined;
    const { request, record } = found;
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
<form method="post">
${outcomeButtons({ verified }, 'main')}
<h2>What else can happen</h2>
${outcomeButtons(others, 'other')}
</form>`;
  },
  async press(reference, { outcome }) {
    const found = await records.find(db, reference);
    if (!found || outcome === undefined || !isOutcome(outcome)) return undefined;
    const isOpen = found.record.state === 'requested';
    if (isOpen) await records.change(db, reference, changesBy(outcome, found.request, clock));
    return { returnUrl: found.request.returnUrl, isAnnounced: isOpen };
  },
});

const isOutcome = (name: string): name is keyof typeof labels => Object.hasOwn(labels, name);

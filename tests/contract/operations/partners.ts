/** The operations of a partner's members. */
import type { OperationId } from '../../../server/contract/contract.ts';
import { demoPartnerId } from '../../../server/partners/api-keys.ts';
import { addPartnerMember } from '../../../server/partner-view/members.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { signedIn } from '../customers.ts';
import { type Case, createSecretKey, once, withBearer } from './case.ts';

const lost = { selection: { state: 'lost' } };

export const partnerCases = {
  readPartner: onPartner({ query: '?test=true' }, { 'an unknown parameter': { query: '?x=1' } }),
  countPartnerApplications: onPartner(
    { query: '?test=true' },
    {
      'an unknown parameter': { query: '?x=1' },
      'a period that there is not': { query: '?by=month' },
    },
  ),
  listPartnerApplications: onPartner(
    { body: { selection: { test: true, state: 'disbursed', text: 'kavin' }, page: 2 } },
    { 'too long a page': { body: { page_length: 101 } }, 'a state that there is not': { body: lost } },
  ),
  exportPartnerApplications: onPartner(
    { body: { language: 'ta' } },
    { 'no language': { body: {} }, 'a state that there is not': { body: { ...lost, language: 'en' } } },
  ),
} satisfies Partial<Record<OperationId, Case>>;

const partnerMember = once(async (app) => {
  const customer = await signedIn(app);
  const { mobile } = customer;
  await addPartnerMember(app.db, { mobile, partnerId: demoPartnerId, now: app.clock.now() });
  return customer;
});

/** Returns the cases of an operation for a partner's members. @param bad calls that are refused */
function onPartner(good: Call, bad: Record<string, Call>): Case {
  const asMember = async (app: App, call: Call): Promise<Call> => ({
    ...call,
    bearer: (await partnerMember(app)).bearer,
  });
  return {
    good: (app) => asMember(app, good),
    bad: {
      'a key without the scope': async (app) => [
        { ...good, bearer: await createSecretKey(app, { scopes: ['settlements:read'] }) },
        403,
      ],
      'a customer who is no member': async (app) => [{ ...good, ...(await withBearer(app)) }, 403],
      ...Object.fromEntries(
        Object.entries(bad).map(([name, call]) => [
          name,
          async (app: App): Promise<[Call, number]> => [await asMember(app, call), 400],
        ]),
      ),
    },
  };
}

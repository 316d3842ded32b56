/** The operations of a partner's members. */
import type { OperationId } from '../../../server/contract.ts';
import { demoPartnerId } from '../../../server/api-keys.ts';
import { addPartnerMember } from '../../../server/partner-view/members.ts';
import type { App } from '../app.ts';
import type { Call } from '../calls.ts';
import { signedIn } from '../customers.ts';
import { type Case, once, withBearer } from './case.ts';

export const partnerCases = {
  readPartner: onPartner(),
  countPartnerApplications: onPartner({ 'a period that there is not': '?by=month' }),
  listPartnerApplications: onPartner({
    'too long a page': '?page_length=101',
    'a status that there is not': '?status=lost',
  }),
  exportPartnerApplications: onPartner({ 'a status that there is not': '?status=lost' }),
} satisfies Partial<Record<OperationId, Case>>;

const partnerMember = once(async (app) => {
  const customer = await signedIn(app);
  const { mobile } = customer;
  await addPartnerMember(app.db, { mobile, partnerId: demoPartnerId, now: app.clock.now() });
  return customer;
});

/** What a partner's member sees. @param bad queries that are refused */
function onPartner(bad: Record<string, string> = {}): Case {
  const asMember = async (app: App, query = ''): Promise<Call> => ({
    bearer: (await partnerMember(app)).bearer,
    query,
  });
  return {
    good: (app) => asMember(app, '?test=true'),
    bad: {
      'an unknown parameter': async (app) => [await asMember(app, '?x=1'), 400],
      'a customer who is no member': async (app) => [await withBearer(app), 403],
      ...Object.fromEntries(
        Object.entries(bad).map(([name, query]) => [
          name,
          async (app: App): Promise<[Call, number]> => [await asMember(app, query), 400],
        ]),
      ),
    },
  };
}

/** Who wants to hear of a product that is to come. */
import { checkWire } from '../../domain/check.ts';
import { todayInIndia } from '../../domain/dates.ts';
import { interestConsentVersion, interestForm, parseContactAddress } from '../../domain/product-interest.ts';
import { storeInterest } from '../contact/interests.ts';
import type { Handlers } from '../handler.ts';
import { refuseIssues } from '../loans/refusals.ts';
import { wrongShape } from '../problem.ts';

export const contactHandlers = {
  async registerInterest({ body }, { db, clock }) {
    const now = clock.now();
    const { product, address, consent_version: consentVersion, language } = body;
    if (consentVersion !== interestConsentVersion)
      throw wrongShape('consent_version', 'is not the one that holds');
    refuseIssues(checkWire(interestForm, { address, consent: true }, { today: todayInIndia(now) }));
    await storeInterest(db, { ...parseContactAddress(address), product, consentVersion, language, now });
    return { success: true, result: null };
  },
} satisfies Partial<Handlers>;

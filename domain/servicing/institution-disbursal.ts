/** What of a fee a lender pays to the institution, and what of it is left for the parent to pay there. */
import type { Paise } from './terms.ts';

export type InstitutionDisbursal = {
  /** The sanctioned amount less the charges that the lender deducts from it. */
  receivedPaise: Paise;
  /** The rest of the fee, which no instalment pays; 0 where the lender pays all of it. */
  uncoveredFeePaise: Paise;
};

/**
 * Instalments in advance and charges before the disbursal go to the lender: they make neither figure smaller.
 * @param feePaise what the loan was applied for: the fee that the institution is owed
 * @param netDisbursedPaise of the offer or of the loan: `net_disbursed_paise`, or `netDisbursed` of `figuresOf`
 */
export const institutionDisbursal = ({
  feePaise,
  netDisbursedPaise,
}: {
  feePaise: Paise;
  netDisbursedPaise: Paise;
}): InstitutionDisbursal => ({
  receivedPaise: netDisbursedPaise,
  uncoveredFeePaise: Math.max(0, feePaise - netDisbursedPaise),
});

/** The part of a fee that a lender pays to the institution, and the rest that the parent pays there. */
import type { Paise } from './terms.ts';

export type InstitutionDisbursal = {
  /** The sanctioned amount less the charges that the lender deducts from it. */
  receivedPaise: Paise;
  /** The rest of the fee, which no instalment pays; 0 where the lender pays all of it. */
  uncoveredFeePaise: Paise;
};

/**
 * Instalments in advance and charges before the disbursal go to the lender: they make neither figure smaller.
 * @param feePaise the fee that the institution is owed
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

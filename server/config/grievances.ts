/**
 * Defines the handling of grievances: the days in which they are answered, and the authority that decides after that.
 * The environment may name a JSON file with a later version (`GRIEVANCE_REDRESSAL`).
 */
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(200));

const days = z.int().check(z.minimum(1), z.maximum(30));

export const grievanceRedressal = z.strictObject({
  /** The ISO date since which it holds. */
  version: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  /** Days from the one on which a grievance was lodged; the regulator allows 30. */
  answerDays: days,
  /** The number of days before the last one on which the grievance officer is reminded. */
  warningDays: days,
  /** The authority for grievances that were rejected or not answered in time. */
  ombudsman: z.strictObject({
    /** The host of its site, served by https. */
    site: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
    phone: text,
    /** The postal address. */
    address: text,
  }),
});

export type GrievanceRedressal = z.infer<typeof grievanceRedressal>;

/** The Reserve Bank's Integrated Ombudsman Scheme. Agreements from before these rules were configured say the same. */
export const schemeRedressal: GrievanceRedressal = {
  version: '2026-11-23',
  answerDays: 30,
  warningDays: 7,
  ombudsman: {
    site: 'cms.rbi.org.in',
    phone: '14448',
    address: 'CRPC, Reserve Bank of India, Sector 17, Chandigarh 160017',
  },
};

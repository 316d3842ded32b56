/**
 * How grievances are dealt with: in how many days they are answered, and who decides after that. The environment may
 * name a JSON file with a later version (`GRIEVANCE_REDRESSAL`).
 */
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(200));

const days = z.int().check(z.minimum(1), z.maximum(30));

export const grievanceRedressal = z.strictObject({
  /** The ISO date since which it holds. */
  version: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/)),
  /** Days from the one on which a grievance was lodged; the regulator allows 30. */
  answerDays: days,
  /** How many days before the last one the grievance officer is reminded. */
  warningDays: days,
  /** To whom a grievance may be taken that was rejected or not answered in time. */
  ombudsman: z.strictObject({
    /** The host of its site, served by https. */
    site: z.string().check(z.regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/)),
    phone: text,
    /** Where letters go. */
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

/**
 * How grievances are dealt with: in how many days they are answered, and who decides after that. The environment may
 * name a JSON file with a later version (`GRIEVANCE_REDRESSAL`).
 */
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';

const text = z.string().check(z.minLength(1), z.maxLength(200));

const days = z.int().check(z.minimum(1), z.maximum(30));

const schema = z.strictObject({
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

export type GrievanceRedressal = z.infer<typeof schema>;

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

/**
 * @param path the file; undefined for the version above
 * @param faults gets a sentence where the file cannot be read
 */
export function readGrievanceRedressal(path: string | undefined, faults: string[]): GrievanceRedressal {
  if (path === undefined) return schemeRedressal;
  try {
    return schema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    faults.push('GRIEVANCE_REDRESSAL names no file with the rules for grievances (docs/deployment.md).');
    return schemeRedressal;
  }
}

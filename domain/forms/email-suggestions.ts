/** Completes a mail address of which the name, or more, is typed, and doubts a domain that was typed wrongly. */
import type { FieldWarning } from './fields/row.ts';

/** The providers of most mail addresses in India, the commonest first. */
const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'rediffmail.com', 'hotmail.com', 'icloud.com'];

const suggestionsMax = 3;

/** Returns whole addresses that begin with the typed text; none for less than three characters or unlisted domains. */
export function emailSuggestions(typed: string): string[] {
  const [, name, domain = ''] = /^([^\s@]{3,})(?:@([^\s@]*))?$/.exec(typed.trim()) ?? [];
  const typedDomain = domain.toLowerCase();
  return domains
    .filter((each) => name && each.startsWith(typedDomain) && each !== typedDomain)
    .slice(0, suggestionsMax)
    .map((each) => `${name}@${each}`);
}

/** Providers whose domains look like those of others, typed wrongly. */
const similarDomains = ['mail.com', 'email.com', 'ymail.com'];

/** Returns the listed domain that was probably meant; undefined if the domain is listed or similar to none. */
export function intendedDomain(address: string): string | undefined {
  const domain = address.trim().toLowerCase().split('@')[1] ?? '';
  if ([...domains, ...similarDomains].includes(domain)) return undefined;
  return domains.find((each) => isOneEditAway(domain, each));
}

/** Says whether one character more, less or another, or two that changed places, make the difference. */
function isOneEditAway(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length);
  let start = 0;
  while (start < shorter && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < shorter - start && one.at(-1 - end) === other.at(-1 - end)) end += 1;
  const [a, b] = [one, other].map((text) => text.slice(start, text.length - end)) as [string, string];
  return (a.length <= 1 && b.length <= 1) || (a.length === 2 && `${a[1]}${a[0]}` === b);
}

export const unlikelyEmail: FieldWarning = {
  when: (typed) => intendedDomain(typed) !== undefined,
  message: 'app.warning.email',
  values: (typed) => ({ domain: intendedDomain(typed) ?? '' }),
};

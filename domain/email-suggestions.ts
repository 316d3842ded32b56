/** Completes a mail address of which the name, or more, is typed. */

/** The providers of most mail addresses in India, the commonest first. */
const domains = ['gmail.com', 'yahoo.com', 'outlook.com', 'rediffmail.com', 'hotmail.com', 'icloud.com'];

const suggestionsMax = 3;

/** Whole addresses with what is typed; none before its third character, and none for a domain that is not listed. */
export function emailSuggestions(typed: string): string[] {
  const [, name, domain = ''] = /^([^\s@]{3,})(?:@([^\s@]*))?$/.exec(typed.trim()) ?? [];
  const typedDomain = domain.toLowerCase();
  return domains
    .filter((each) => name && each.startsWith(typedDomain) && each !== typedDomain)
    .slice(0, suggestionsMax)
    .map((each) => `${name}@${each}`);
}

/** A child often has the family name of the applicant, or of the child before. */

/**
 * The typed name with a family name behind it.
 * @param known whole names of the family, those that are likelier first
 * @returns none for a name that has another family name, and no more than two
 */
export function familyNameSuggestions(typed: string, known: readonly string[]): string[] {
  const [first = '', second = '', ...more] = typed.trim().split(/\s+/);
  if (first.length < 2 || more.length > 0) return [];
  const familyNames = known.map((name) => /\s(\S+)\s*$/.exec(name)?.[1] ?? '');
  return [...new Set(familyNames)]
    .filter((name) => name !== '' && name !== second && name !== first)
    .filter((name) => name.toLocaleLowerCase().startsWith(second.toLocaleLowerCase()))
    .map((name) => `${first} ${name}`)
    .slice(0, 2);
}

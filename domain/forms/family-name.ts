/** A child often has the family name of the applicant, or of the child before. */

/**
 * Returns the typed name followed by a family name.
 * @param known whole names of the family, likelier ones first
 * @returns at most two suggestions; an empty list for a name that has another family name
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

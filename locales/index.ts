/** The ids of the app's messages, and how they fall into the areas that load separately. */

/** An id of `locales/en/app.json`, the catalogue that the others follow. */
export type MessageId = keyof typeof import('./en/app.json');

/**
 * Which beginnings of an id load together, the longest that fits: `first` with the first screen, `rare` a little
 * later, the others when their screen is near.
 */
export const namespaces = {
  first: ['app', 'common', 'create', 'problem'],
  rare: [
    'app.draft.conflict',
    'app.notFound',
    'app.openingFailed',
    'app.reentry',
    'create.email.refused',
    'create.unheard',
    'student.add.confirm',
    'student.add.text',
    'student.add.title',
    'student.cancel',
    'student.delete',
    'student.receipt',
    'student.save',
  ],
  // Few ever meet it: it comes with its code.
  query: ['app.query', 'applicant.error.query'],
  student: ['student'],
  applicant: ['applicant'],
  // What lies over the applicant's page comes with the lender's answers.
  status: [
    'status',
    'applicant.emi.chosen',
    'applicant.emi.cleared',
    'applicant.emi.recalculated',
    'applicant.sent',
  ],
  // Whatever sends a document brings it.
  document: ['document'],
  // The reviewer's desk is a page of its own.
  review: ['review'],
} as const satisfies Record<string, readonly string[]>;

export type Namespace = keyof typeof namespaces;

/** The area that carries `id`, or undefined where its beginning stands in none. */
export function namespaceOf(id: string): Namespace | undefined {
  const beginnings = (Object.entries(namespaces) as [Namespace, readonly string[]][]).flatMap(
    ([area, heads]) =>
      heads.filter((head) => `${id}.`.startsWith(`${head}.`)).map((head) => ({ area, length: head.length })),
  );
  return beginnings.sort((a, b) => b.length - a.length)[0]?.area;
}

/** A code from the rules or the wire as a message id. Tests hold every code that is sent against the catalogue. */
export function messageId(code: string): MessageId {
  return code as MessageId;
}

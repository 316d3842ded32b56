/**
 * The places of the embedded flow, one row for each. The routes, the stepper, the prefetch, the wizard's types, the
 * server's page routes and the path driver read it; src/apply/screens.tsx adds what a browser shows at a place.
 */

/** Every place that has an address (specification, section 2), in the order of the flow. */
export const places = ['create', 'students', 'applicant', 'success'] as const;

export type Place = (typeof places)[number];

/** The steps that the stepper names; several places may belong to one. */
export const stepperSteps = ['students', 'applicant', 'status'] as const;

export type StepperStep = (typeof stepperSteps)[number];

interface StepRow {
  /** The address, as the router writes it; the name after `/loan/$id/` is the place's own. */
  path: '/' | `/loan/$id/${string}`;
  /** Null where the stepper is not shown. */
  stepperStep: StepperStep | null;
  /** The draft that keeps what is typed there, by its name in the contract. */
  draft: 'students' | 'applicant' | null;
  /** The place whose screen is fetched while a person is at this one. */
  prefetch: Place | null;
}

export const steps = {
  create: { path: '/', stepperStep: null, draft: null, prefetch: 'students' },
  students: {
    path: '/loan/$id/student',
    stepperStep: 'students',
    draft: 'students',
    prefetch: 'applicant',
  },
  applicant: {
    path: '/loan/$id/applications',
    stepperStep: 'applicant',
    draft: 'applicant',
    prefetch: null,
  },
  success: { path: '/loan/$id/success', stepperStep: 'status', draft: null, prefetch: null },
} as const satisfies Record<Place, StepRow>;

/** The steps whose input values are stored in a draft. */
export type DraftedStep = NonNullable<(typeof steps)[Place]['draft']>;

/** A loan's own address, without a step: it leads to the step that the loan allows. */
export const loanPath = '/loan/$id';

/** The event that asks the wizard to go to a place; the place's state refuses it where the loan does not allow it. */
export const routeTo = (place: Place) => ({ type: 'xstate.route' as const, to: `#${place}` });

/** The address of a place; `loanId` is null only where there is no loan yet. */
export const addressOf = (place: Place, loanId: string | null): string =>
  steps[place].path.replace('$id', encodeURIComponent(loanId ?? ''));

/** The place and the loan that a path names, or null. A loan alone is its first step. */
export function placeAt(path: string): { place: Place; loanId: string | null } | null {
  const parts = path.replace(/\/+$/, '').split('/');
  const [, loan, id, step] = parts;
  if (parts.length <= 1) return { place: 'create', loanId: null };
  if (loan !== 'loan' || !id || parts.length > 4) return null;
  const place =
    step === undefined ? 'students' : places.find((one) => steps[one].path === `${loanPath}/${step}`);
  return place ? { place, loanId: decoded(id) } : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

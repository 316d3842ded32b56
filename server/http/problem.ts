/** A refusal: thrown by a handler, answered in the contract's problem shape. */
import type { components } from '../../openapi/generated.ts';
import type { FieldError } from '../../domain/values/wire.ts';

/** The message id of a whole refusal in the catalogues (decision 124). */
export type RefusalCode = components['schemas']['RefusalCode'];

/** The default codes of refusals by HTTP status. */
const codeOfStatus: Readonly<Partial<Record<number, RefusalCode>>> = {
  401: 'refusal.notSignedIn',
  403: 'refusal.forbidden',
  404: 'refusal.notFound',
  408: 'refusal.slow',
  409: 'refusal.changed',
  410: 'refusal.erased',
  412: 'refusal.changed',
  413: 'refusal.tooLarge',
  422: 'refusal.locked',
  429: 'refusal.tooMany',
  502: 'refusal.provider',
  503: 'refusal.unavailable',
  504: 'refusal.lenderSilent',
};

export class Problem extends Error {
  /**
   * @param status the HTTP status, one that the contract lists for the operation
   * @param message English, for developers and logs; the app shows the words of the codes
   * @param errors one entry per field (decision 20)
   * @param extra `code` where the status does not say enough; `statusCode` repeats an upstream's code in the body;
   *   `headers` go on the answer
   */
  constructor(
    readonly status: number,
    message: string,
    readonly errors?: FieldError[],
    readonly extra: { code?: RefusalCode; statusCode?: number; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = 'Problem';
  }

  /** The body of the answer. */
  toJSON(): components['schemas']['Problem'] {
    const { code = codeOfStatus[this.status] } = this.extra;
    return {
      success: false,
      code: code ?? (this.status < 500 ? 'refusal.invalid' : 'refusal.failed'),
      message: this.message,
      ...(this.extra.statusCode === undefined ? {} : { statusCode: this.extra.statusCode }),
      ...(this.errors === undefined ? {} : { errors: this.errors }),
    };
  }
}

/** A refusal whose code says more than that of its status. */
export const refusal = (status: number, code: RefusalCode, message: string, errors?: FieldError[]): Problem =>
  new Problem(status, message, errors, { code });

/** The message id for a value of the wrong type, an unknown field, or one that is missing. */
export const shapeErrorCode = 'problem.shape';

/** Returns the error of a field with a wrong shape. `field` is a dotted name, or the name of a parameter. */
export const shapeError = (field: string, message: string): FieldError => ({
  field,
  code: shapeErrorCode,
  message,
});

/** 400 for one field of the wrong shape. */
export const wrongShape = (field: string, message: string): Problem =>
  new Problem(400, field ? `${field} ${message}` : message, [shapeError(field, message)]);

/** 410: the loan's personal data were erased. */
export const loanErased = (): Problem =>
  new Problem(410, 'This application was deleted, with everything that was in it');

/** 401: no access token of a customer is in force, so that the page gets another one or asks for a sign-in. */
export const sessionEnded = (): Problem =>
  new Problem(401, 'An access token in the authorization header is needed, and no x-auth-type', [
    { field: '', code: 'app.session.ended', message: 'has ended, or there was none' },
  ]);

/** 404; says the same whether the thing does not exist or is not this caller's. */
export const notFound = (what = 'Not found'): Problem => new Problem(404, what);

/** 400: a person agrees to words that are not the current ones. @param field that names their version */
export const wordsChanged = (field: string, current: string): Problem =>
  refusal(400, 'refusal.wordsChanged', `${field} is not ${current}`, [
    shapeError(field, `is not ${current}`),
  ]);

/** 409: a lender is not asked that the applicant has consented to at Submit, and not any more. */
export const consentWithdrawn = (): Problem =>
  refusal(409, 'refusal.consentWithdrawn', 'The applicant has withdrawn the consent to ask the lender');

/** 429 */
export const tooManyCalls = (waitSeconds: number): Problem =>
  new Problem(429, 'Too many calls', undefined, { headers: { 'retry-after': String(waitSeconds) } });

/** The store's refusals: S3's own codes, each with the status that S3 gives it. */

const statuses = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidPart: 400,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidToken: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  RequestTimeTooSkewed: 403,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  XAmzContentSHA256Mismatch: 400,
} as const;

/** Thrown wherever a call is refused; answered as S3's XML. `message` is for developers and names nothing of a person. */
export class S3Error extends Error {
  readonly status: number;

  constructor(
    readonly code: keyof typeof statuses,
    message: string,
    /** The additional headers of the response. */
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'S3Error';
    this.status = statuses[code];
  }
}

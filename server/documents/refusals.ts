/** Defines the refusals of documents: the status, field and message id of each. */
import { closedCode } from '../../domain/loan/documents.ts';
import { Problem, refusal } from '../http/problem.ts';

const refusals = {
  missing: { status: 400, field: 'key', code: 'document.error.missing', message: 'is not in the store' },
  incomplete: {
    status: 400,
    field: 'size',
    code: 'document.error.missing',
    message: 'is not the size of what is in the store',
  },
  changed: {
    status: 400,
    field: 'e_tag',
    code: 'document.error.missing',
    message: 'is not the hash of what is in the store',
  },
  empty: { status: 400, field: 'key', code: 'document.error.empty', message: 'has no byte' },
  tooLarge: {
    status: 413,
    field: 'key',
    code: 'document.error.tooLarge',
    message: 'has more bytes than a document of this type may have',
  },
  otherKind: {
    status: 415,
    field: 'key',
    code: 'document.error.type',
    message: 'is neither JPEG nor PNG nor PDF',
  },
  locked: {
    status: 400,
    field: 'key',
    code: 'document.error.locked',
    message: 'is a PDF that does not open without a password',
  },
  passwordMissing: {
    status: 400,
    field: 'password',
    code: 'document.error.password.required',
    message: 'is needed to open the PDF',
  },
  passwordWrong: {
    status: 400,
    field: 'password',
    code: 'document.error.password.wrong',
    message: 'does not open the PDF',
  },
  proofMissing: {
    status: 400,
    field: 'proof',
    code: 'document.error.proof.required',
    message: 'is needed for a document of this type',
  },
  closed: { status: 409, field: 'status', code: closedCode, message: 'lets no document be added' },
} as const;

/** @param values the arguments of the message */
export function documentProblem(
  why: keyof typeof refusals,
  values?: Record<string, string | number>,
): Problem {
  const { status, field, code, message } = refusals[why];
  const error = { field, code, message, ...(values && { values }) };
  return refusal(status, 'refusal.answers', `${field} ${message}`, [error]);
}

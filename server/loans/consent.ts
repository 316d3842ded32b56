/** The versions of the terms and of the privacy policy that an applicant agrees to (decision 56). */
import type { Lock } from '../../domain/loan/access.ts';
import {
  currentLegalVersions,
  declarationVersion,
  isLegalVersion,
  type LegalDocument,
  legalDocuments,
} from '../../domain/pages/legal.ts';
import type { ApplicationData } from '../../domain/values/wire.ts';
import { Problem, shapeError, wordsChanged } from '../http/problem.ts';

/**
 * @returns the versions for the submission's entry in the timeline. A body that names none means the current ones; in
 *   query mode it means that the former consent holds, and nothing is recorded.
 * @throws Problem 400 for a version that was never published, and for a declaration in other words than today's
 */
export function agreedVersions(
  data: ApplicationData,
  { mode }: Lock,
): Partial<Record<`${LegalDocument}_version`, string>> {
  const unknown = legalDocuments.filter((document) => {
    const version = data[`${document}_version`];
    return version !== undefined && !isLegalVersion(document, version);
  });
  if (unknown.length > 0)
    throw new Problem(
      400,
      'There is no such version',
      unknown.map((document) => shapeError(`${document}_version`, 'was never published')),
      { code: 'refusal.wordsChanged' },
    );
  if ((data.declaration_version ?? declarationVersion) !== declarationVersion)
    throw wordsChanged('declaration_version', declarationVersion);
  const meant = legalDocuments.flatMap((document) => {
    const version =
      data[`${document}_version`] ?? (mode === 'queried' ? undefined : currentLegalVersions[document]);
    return version === undefined ? [] : [[`${document}_version`, version]];
  });
  return Object.fromEntries(meant);
}

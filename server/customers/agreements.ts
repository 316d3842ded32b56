/** What a customer has agreed to: the texts of each submission, with their versions and the sentence of the form. */
import { existsSync, readFileSync } from 'node:fs';
import { and, eq, isNull } from 'drizzle-orm';
import { legalDocuments } from '../../domain/legal.ts';
import type { Language } from '../../domain/wire.ts';
import { languageCodes } from '../../locales/languages.ts';
import type { components } from '../../openapi/generated.ts';
import type { Database } from '../db/open.ts';
import { loans, submissions } from '../db/schema.ts';

type CustomerAgreement = components['schemas']['CustomerAgreement'];

const declaration = 'applicant.declare.terms';

/** A language whose catalogue does not say it yet has shown it in English. */
const declarations = Object.fromEntries(
  languageCodes.map((code) => [code, readDeclaration(code) ?? readDeclaration('en')]),
) as Record<Language, string>;

function readDeclaration(language: Language): string | undefined {
  const file = new URL(`../../locales/${language}/app.json`, import.meta.url);
  if (!existsSync(file)) return undefined;
  return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>)[declaration];
}

/** The newest first. A submission that answers queries repeats the agreement of the one before, and is left out. */
export async function listAgreements(db: Database, customerId: string): Promise<CustomerAgreement[]> {
  const rows = await db
    .select({ loanId: loans.id, at: submissions.submittedAt, agreed: submissions.agreed })
    .from(submissions)
    .innerJoin(loans, eq(loans.id, submissions.loanId))
    .where(and(eq(loans.customerId, customerId), isNull(loans.erasedAt), eq(submissions.supplement, false)))
    .orderBy(submissions.submittedAt, submissions.number);
  const seen = new Set<string>();
  const agreements = rows.flatMap(({ loanId, at, agreed }) =>
    legalDocuments.flatMap((document): CustomerAgreement[] => {
      const version = agreed?.[`${document}_version`];
      const key = `${loanId} ${document} ${version}`;
      if (!agreed || version === undefined || seen.has(key)) return [];
      seen.add(key);
      const { language } = agreed;
      return [
        { loan_id: loanId, document, version, language, at: at.toISOString(), words: declarations[language] },
      ];
    }),
  );
  return agreements.toReversed();
}

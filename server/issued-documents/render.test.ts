import { createHash } from 'node:crypto';
import { inflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import {
  agreementClausesOf,
  agreementHeading,
  type AgreementInput,
  type AgreementSignatures,
  signatureRows,
} from '../../domain/servicing/agreement.ts';
import type { DocumentText } from '../../domain/servicing/document-text.ts';
import { type DocumentKind, documentVersions } from '../../domain/servicing/document-versions.ts';
import { type KeyFactsInput, keyFactsHeading, keyFactsSections } from '../../domain/servicing/key-facts.ts';
import {
  fullKeyFactsFixture,
  grievanceRulesFixture,
  keyFactsFixture,
  someSignatures,
} from '../../domain/servicing/testing-key-facts.ts';
import { someLoanTerms } from '../../domain/servicing/testing.ts';
import { languageCodes } from '../../locales/index.ts';
import {
  blockTexts,
  catalogueFile,
  comparable,
  idsOf,
  messageIdsIn,
  missingIn,
  rowTexts,
} from '../../tests/support/document-texts.ts';
import { pdfText } from '../../tests/support/pdf-text.ts';
import { renderAgreement, renderKeyFacts, renderSignedAgreement } from './render.ts';

const fixed = (): KeyFactsInput =>
  keyFactsFixture({
    terms: someLoanTerms({
      interest: { rate: '5', kind: 'flat_total' },
      disbursalKind: 'staged',
    }),
  });
const hybrid = (): KeyFactsInput =>
  keyFactsFixture({
    terms: someLoanTerms({
      rateType: 'hybrid',
      benchmark: { name: 'Repo rate', rate: '4', spread: '8', resetMonths: 1 },
      interest: { rate: '12', kind: 'flat_yearly' },
    }),
  });

/** The agreements that, with the statement, use all messages of the catalogues. */
const agreements: AgreementInput[] = [
  { keyFacts: fixed(), drawnUpOn: '2026-06-02', grievances: grievanceRulesFixture() },
  {
    ...{ keyFacts: fullKeyFactsFixture(), drawnUpOn: '2026-06-02' },
    grievances: grievanceRulesFixture({ answerDays: 1 }),
  },
];

function statementTexts(input: KeyFactsInput): DocumentText[] {
  const { title, lead, rows } = keyFactsHeading(input);
  const sections = keyFactsSections(input).flatMap((section): DocumentText[] => [
    section.title,
    ...section.blocks.flatMap(blockTexts),
  ]);
  const ofDocument = ['keyFacts.column.number', 'keyFacts.column.item', 'keyFacts.column.detail'] as const;
  return [title, lead, ...rowTexts(rows), ...sections, ...ofDocument.map((id) => ({ id }))];
}

const footer = ({ lenderName, proposalNumber }: KeyFactsInput, kind: DocumentKind): DocumentText => ({
  id: 'keyFacts.footer',
  values: {
    lender: { text: lenderName },
    number: { text: proposalNumber },
    version: { text: documentVersions[kind] },
  },
});

const pageNumber = (page: number, pages: number): DocumentText => ({
  id: 'keyFacts.page',
  values: { page: { count: page }, pages: { count: pages } },
});

function agreementTexts(input: AgreementInput, signed: AgreementSignatures | null = null): DocumentText[] {
  const { title, lead } = agreementHeading(input);
  const clauses = agreementClausesOf(input).flatMap((clause) => [clause.title, ...clause.paragraphs]);
  const signatures: DocumentText[] = [
    { id: 'agreement.signatures.title' },
    ...rowTexts(signatureRows(input.keyFacts, signed)),
  ];
  return [
    title,
    lead,
    ...clauses,
    ...signatures,
    ...statementTexts(input.keyFacts),
    footer(input.keyFacts, 'agreement'),
  ];
}

it('the fixtures use every message of the catalogues', () => {
  const texts = [
    ...agreements.flatMap((input) => [...agreementTexts(input), ...agreementTexts(input, someSignatures())]),
    ...statementTexts(hybrid()),
    pageNumber(1, 1),
  ];
  const usedIds = messageIdsIn(texts);
  const ids = ['key-facts', 'loan-agreement'].flatMap(idsOf);
  expect(ids.filter((id) => !usedIds.has(id))).toEqual([]);
});

describe.each(languageCodes)('in %s', (language) => {
  it('the text copied from an agreement equals the catalogue', async () => {
    for (const input of agreements) {
      const { pdf, pages } = await renderAgreement(input, language);
      const text = await pdfText(pdf);
      expect(missingIn(text, agreementTexts(input), language)).toEqual([]);
      const signatures = someSignatures();
      const signed = await renderSignedAgreement(pages, { ...input, signatures }, language);
      const texts = agreementTexts(input, signatures);
      expect(missingIn(await pdfText(signed.pdf), texts, language)).toEqual([]);
      // The officers' numbers appear in a clause and in the statement, on one line.
      expect(text.match(/\+91 44 5555 010\d/g)).toHaveLength(4);
    }
  });

  it('the text copied from a key facts statement equals the catalogue, with a number on each page', async () => {
    const { pdf } = await renderKeyFacts(hybrid(), language);
    const text = await pdfText(pdf);
    // The pages have the proposal's number in their footers.
    const pages = text.match(/KFS-15-000042,/g)?.length ?? 0;
    expect(pages).toBeGreaterThan(1);
    const texts = [...statementTexts(hybrid()), footer(hybrid(), 'key_facts'), pageNumber(pages, pages)];
    expect(missingIn(text, texts, language)).toEqual([]);
  });
});

it('the same input gives the same bytes, also when several documents are made at once', async () => {
  const [first, second, other] = await Promise.all([
    renderKeyFacts(keyFactsFixture(), 'ta'),
    renderKeyFacts(keyFactsFixture(), 'ta'),
    renderKeyFacts(keyFactsFixture({ validUntil: '2026-06-05' }), 'ta'),
  ]);
  expect(second.sha256).toBe(first.sha256);
  expect(other.sha256).not.toBe(first.sha256);
  expect(createHash('sha256').update(first.pdf).digest('hex')).toBe(first.sha256);
  expect(first.version).toBe(documentVersions.key_facts);
});

it('a document has tags for screen readers, its title and the language of each text', async () => {
  const sourceOf = async (changes: Parameters<typeof someLoanTerms>[0]) => {
    const { pdf } = await renderKeyFacts(keyFactsFixture({ terms: someLoanTerms(changes) }), 'ka');
    // The tags are in compressed streams.
    return Buffer.from(pdf)
      .toString('latin1')
      .replaceAll(/stream\r?\n(.*?)\r?\nendstream/gs, (whole, content: string) =>
        content.startsWith('x') ? inflateSync(Buffer.from(content, 'latin1')).toString('latin1') : whole,
      );
  };
  const source = await sourceOf({ contingentCharges: [{ kind: 'foreclosure', text: 'At any time' }] });
  expect(source).toMatch(/pdfuaid:part/);
  expect(source).toMatch(/\/Lang ?\(kn/);
  const english = /\/Lang ?\(en/;
  expect(source).toMatch(english);
  expect(await sourceOf({ contingentCharges: [] })).not.toMatch(english);
});

it('a character missing from all fonts does not prevent the document', async () => {
  const { pdf } = await renderKeyFacts(
    keyFactsFixture({ institutionName: 'School \u{1f600} of Arts' }),
    'en',
  );
  expect(comparable(await pdfText(pdf))).toContain('ofArts');
});

it('a name that looks like markup is printed as a name', async () => {
  const borrowerName = '#panic() *A* \\ $x$ [B] <c> @d';
  const { pdf } = await renderKeyFacts(keyFactsFixture({ borrowerName }), 'en');
  expect(comparable(await pdfText(pdf))).toContain(comparable(borrowerName));
});

it('a name in another script than the document is readable', async () => {
  const { pdf } = await renderKeyFacts(keyFactsFixture({ institutionName: 'அரசு மேல்நிலைப் பள்ளி' }), 'hi');
  expect(comparable(await pdfText(pdf))).toContain(comparable('அரசு மேல்நிலைப் பள்ளி'));
});

it('the text of a version does not change', () => {
  const hashes = Object.fromEntries(
    (
      [
        ['key-facts', documentVersions.key_facts],
        ['loan-agreement', documentVersions.agreement],
        ['receipt', documentVersions.receipt],
        ['statement', documentVersions.statement],
        ['no-dues', documentVersions.no_dues],
      ] as const
    ).map(([name, version]) => {
      const hash = createHash('sha256');
      for (const language of languageCodes) hash.update(catalogueFile(language, name));
      return [`${name} ${version}`, hash.digest('hex').slice(0, 16)];
    }),
  );
  // Other words need another version in domain/servicing/document-versions.ts, and then their hash here.
  expect(hashes).toEqual({
    'key-facts 2026-12-02': '73211f833075df3a',
    'loan-agreement 2026-12-02': '19cf1b0c0ce5802c',
    'receipt 2026-12-02': '3d77cacfe6a72478',
    'statement 2026-12-02': 'a047a61508a0d056',
    'no-dues 2026-12-02': 'f96472db4cb95988',
  });
});

/** The documents of a loan as PDFs (decision 88). The same input always has the same bytes. */
import { createHash } from 'node:crypto';
import type { AgreementInput, AgreementSignatures } from '../../domain/servicing/agreement.ts';
import { type DocumentKind, documentVersions } from '../../domain/servicing/document-versions.ts';
import type { KeyFactsInput } from '../../domain/servicing/key-facts.ts';
import { noDuesHeading, type NoDuesInput, noDuesNotes, noDuesRows } from '../../domain/servicing/no-dues.ts';
import {
  type ReceiptInput,
  type DocumentHeading,
  receiptHeading,
  receiptNotes,
  receiptRows,
} from '../../domain/servicing/receipt.ts';
import {
  type StatementInput,
  statementHeading,
  statementRows,
  statementTable,
} from '../../domain/servicing/statement.ts';
import type { DocumentText } from '../../domain/servicing/document-text.ts';
import type { LanguageCode } from '../../locales/index.ts';
import {
  agreementModel,
  signedAgreementModel,
  keyFactsModel,
  type PageModel,
  factsOf,
  frameOf,
  type PageBlock,
  type FormatText,
  formatterIn,
  tableBlocksOf,
} from './page-model.ts';
import { typeset } from './typesetter.ts';

export type RenderedDocument = {
  pdf: Uint8Array;
  /** Hex. */
  sha256: string;
  /** The version of the words, see `documentVersions`. */
  version: string;
  /** The texts that were typeset. */
  pages: PageModel;
};

/** Rejects with a RangeError for terms with problems, see `termsProblems`. */
export const renderKeyFacts = async (
  input: KeyFactsInput,
  language: LanguageCode,
): Promise<RenderedDocument> => render('key_facts', keyFactsModel(input, language));

/** Rejects with a RangeError for terms with problems, see `termsProblems`. */
export const renderAgreement = async (
  input: AgreementInput,
  language: LanguageCode,
): Promise<RenderedDocument> => render('agreement', agreementModel(input, language));

/** The copy of an agreement with its signatures, in the words that were signed. @param pages of the agreement */
export const renderSignedAgreement = async (
  pages: PageModel,
  input: AgreementInput & { signatures: AgreementSignatures },
  language: LanguageCode,
): Promise<RenderedDocument> => render('agreement', signedAgreementModel(pages, input, language));

export const renderReceipt = async (input: ReceiptInput, language: LanguageCode): Promise<RenderedDocument> =>
  render('receipt', receiptModel(input, language));

export const renderStatement = async (
  input: StatementInput,
  language: LanguageCode,
): Promise<RenderedDocument> => render('statement', statementModel(input, language));

export const renderNoDues = async (input: NoDuesInput, language: LanguageCode): Promise<RenderedDocument> =>
  render('no_dues', noDuesModel(input, language));

async function render(kind: DocumentKind, pages: PageModel): Promise<RenderedDocument> {
  const pdf = await typeset(JSON.stringify(pages));
  const sha256 = createHash('sha256').update(pdf).digest('hex');
  return { pdf, sha256, version: documentVersions[kind], pages };
}

/** Returns the template's model of a receipt. */
function receiptModel(input: ReceiptInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const heading = receiptHeading(input);
  return {
    ...frameOf('receipt', input, input.issuedOn, language, format(heading.title)),
    blocks: [
      ...headingBlocks(heading, format),
      { kind: 'sum', text: format({ paise: input.amount }) },
      factsOf(receiptRows(input), format),
      ...receiptNotes(input).map((note) => noteBlock(note, format)),
    ],
  };
}

function statementModel(input: StatementInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const heading = statementHeading(input);
  return {
    ...frameOf('statement', input, input.asOf, language, format(heading.title)),
    blocks: [
      ...headingBlocks(heading, format),
      factsOf(statementRows(input), format),
      ...tableBlocksOf(statementTable(input), format),
    ],
  };
}

function noDuesModel(input: NoDuesInput, language: LanguageCode): PageModel {
  const format = formatterIn(language);
  const heading = noDuesHeading(input);
  return {
    ...frameOf('no_dues', input, input.issuedOn, language, format(heading.title)),
    blocks: [
      ...headingBlocks(heading, format),
      factsOf(noDuesRows(input), format),
      ...noDuesNotes(input).map((note) => noteBlock(note, format)),
    ],
  };
}

const noteBlock = (note: DocumentText, format: FormatText): PageBlock => ({
  kind: 'paragraph',
  text: format(note),
  isSoft: true,
});

const headingBlocks = ({ title, lead }: DocumentHeading, format: FormatText): PageBlock[] => [
  { kind: 'title', text: format(title) },
  { kind: 'paragraph', text: format(lead), isSoft: false },
];

/** PDFium, which Chrome and Android open PDFs with. Plain JavaScript, so that pdf-process.mjs starts without a loader. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init } from '@embedpdf/pdfium';

const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
const library = await init({ wasmBinary: readFileSync(wasm) });
library.PDFiumExt_Init();

const passwordError = 4;

/**
 * Returns the result of opening a PDF with a password.
 * @param {Uint8Array} pdf
 * @param {string} password
 * @returns {import('./pdf-password.ts').PdfAnswer}
 */
export function answerOf(pdf, password) {
  const { malloc, free } = library.pdfium.wasmExports;
  const data = malloc(pdf.length);
  try {
    library.pdfium.HEAPU8.set(pdf, data);
    // Old handlers know single bytes, new ones UTF-8, and PDFium tries both; how letters are composed differs too.
    for (const form of new Set(['', password.normalize('NFKC'), password.normalize('NFC'), password])) {
      const document = library.FPDF_LoadMemDocument(data, pdf.length, form);
      if (document) {
        library.FPDF_CloseDocument(document);
        return form === '' ? 'openToAll' : 'open';
      }
      if (library.FPDF_GetLastError() !== passwordError) return 'unknown';
    }
    return 'wrong';
  } finally {
    free(data);
  }
}

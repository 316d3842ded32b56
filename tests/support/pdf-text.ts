/** The text of a PDF as a reader copies it, by PDFium, which Chrome and Android read PDFs with. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium';

let loaded: Promise<WrappedPdfiumModule> | undefined;

async function load(): Promise<WrappedPdfiumModule> {
  const wasm = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'));
  const library = await init({ wasmBinary: new Uint8Array(wasm).buffer });
  library.PDFiumExt_Init();
  return library;
}

/** Returns the text of the pages, in the order of their content. */
export async function pdfText(pdf: Uint8Array): Promise<string> {
  loaded ??= load();
  const library = await loaded;
  const { wasmExports } = library.pdfium;
  const data = wasmExports.malloc(pdf.length);
  for (const [index, byte] of pdf.entries()) library.pdfium.setValue(data + index, byte, 'i8');
  const document = library.FPDF_LoadMemDocument(data, pdf.length, '');
  if (!document) throw new Error(`No PDF: ${library.FPDF_GetLastError()}`);
  const pages = Array.from({ length: library.FPDF_GetPageCount(document) }, (_, index) =>
    pageText(library, document, index),
  );
  library.FPDF_CloseDocument(document);
  wasmExports.free(data);
  return pages.join('\n');
}

function pageText(library: WrappedPdfiumModule, document: number, index: number): string {
  const { wasmExports, UTF16ToString } = library.pdfium;
  const page = library.FPDF_LoadPage(document, index);
  const text = library.FPDFText_LoadPage(page);
  const length = library.FPDFText_CountChars(text);
  const buffer = wasmExports.malloc((length + 1) * 2);
  library.FPDFText_GetText(text, 0, length, buffer);
  const read = UTF16ToString(buffer);
  wasmExports.free(buffer);
  library.FPDFText_ClosePage(text);
  library.FPDF_ClosePage(page);
  return read;
}

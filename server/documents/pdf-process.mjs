/** The process that opens one PDF: server/documents/pdf-password.ts starts it. */
import { setFlagsFromString } from 'node:v8';

// 256 MiB in pages of 64 KiB: a file that is made to unpack into more ends the process.
setFlagsFromString('--wasm-max-mem-pages=4096');
const { answerOf } = await import('./pdfium.mjs');

process.once('message', ({ pdf, password }) =>
  process.send(answerOf(pdf, password), () => process.disconnect()),
);

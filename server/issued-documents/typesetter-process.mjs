/**
 * The process that typesets: it reads the fonts and the template once, then makes one PDF for each request. The paths of
 * the fonts are its arguments. It is plain JavaScript, so that it starts without the loader of TypeScript.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';

const template = readFileSync(new URL('./document.typ', import.meta.url), 'utf8');
const compiler = NodeCompiler.create({
  workspace: fileURLToPath(new URL('.', import.meta.url)),
  fontArgs: [{ fontPaths: process.argv.slice(2) }],
});

process.on('message', ({ id, data }) => process.send(answerOf(id, data)));

/** @returns {import('./typesetter.ts').TypesetAnswer} */
function answerOf(id, data) {
  try {
    const compiled = compiler.compile({ mainFileContent: template, inputs: { data } });
    const document = compiled.result;
    if (!document) throw new Error(JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics));
    return { id, pdf: pdfOf(document) };
  } catch (error) {
    return { id, error: String(error) };
  } finally {
    compiler.evictCache(0);
  }
}

/**
 * PDF/UA, which is tagged for screen readers. It is refused where no font has a sign, such as an emoji in a name; that
 * document is tagged all the same, and no PDF/UA.
 */
function pdfOf(document) {
  try {
    return compiler.pdf(document, { pdfStandard: 'ua-1' });
  } catch {
    return compiler.pdf(document, { pdfStandard: '1.7' });
  }
}

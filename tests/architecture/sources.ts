/** The project's own source files, parsed, for the tests of its architecture. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** `path` and import targets are seen from the project's root, with slashes. */
export type Source = { path: string; isTest: boolean; tree: ts.SourceFile };

/** `target`: a file of ours, or a package's specifier as it is written; `dynamic`: loaded when its `import()` is reached. */
export type Import = { target: string; ours: boolean; typeOnly: boolean; dynamic: boolean };

/** Returns the ts and tsx files under `folders`. */
export function sourcesOf(...folders: string[]): Source[] {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.d.ts'))
      .map((name) => parse(`${folder}/${name.replaceAll('\\', '/')}`)),
  );
}

/** Returns the files under `folder` whose names end in `ending`. */
export function filesIn(folder: string, ending: string): { path: string; text: string }[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => ({
      path: `${folder}/${name.replaceAll('\\', '/')}`,
      text: readFileSync(join(root, folder, name), 'utf8'),
    }));
}

function parse(path: string): Source {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const text = readFileSync(join(root, path), 'utf8');
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  return { path, isTest: /\.test\.tsx?$|^packages\/.*\/tests\//.test(path), tree };
}

/** Everything the file imports or exports from elsewhere: statically, by `import()`, in types, and by glob. */
export function importsOf({ path, tree }: Source): Import[] {
  const found: Import[] = [];
  const add = (node: ts.Node | undefined, typeOnly: boolean, dynamic = false) => {
    if (node && ts.isStringLiteralLike(node))
      found.push({ ...resolveImport(path, node.text), typeOnly, dynamic });
  };
  walk(tree, (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeOnly(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node) && ts.isLiteralTypeNode(node.argument))
      add(node.argument.literal, true);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
      add(node.arguments[0], false, true);
    } else if (ts.isCallExpression(node) && node.expression.getText(tree).startsWith('import.meta.glob')) {
      const [first] = node.arguments;
      if (first && ts.isArrayLiteralExpression(first)) for (const one of first.elements) add(one, false);
      else add(first, false);
    }
  });
  return found;
}

/** Visits `node` and everything below it. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

function isTypeOnly(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const names = clause.namedBindings;
  return !clause.name && !!names && ts.isNamedImports(names) && names.elements.every((one) => one.isTypeOnly);
}

function resolveImport(path: string, specifier: string): Pick<Import, 'target' | 'ours'> {
  const bare = specifier.replace(/^!/, '').replace(/\?.*$/, '');
  if (!bare.startsWith('.')) return { target: bare, ours: false };
  const target = relative(root, resolve(root, dirname(path), bare)).replaceAll('\\', '/');
  return { target, ours: true };
}

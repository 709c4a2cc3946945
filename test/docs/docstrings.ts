import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../packages/manifest.js';

const folder = join(root, 'src/contract');

/** A docstring: its text, and the text of its tags; that of `@param` begins with the parameter's name. */
export type Docstring = { readonly text: string; readonly tags: readonly { name: string; text: string }[] };

/** A value that a file of the contract declares: its docstring, and its initializer. */
export type Declared = {
  readonly doc: Docstring | undefined;
  readonly initializer: ts.Expression;
  readonly file: ts.SourceFile;
};

/** The value of a name in a file, which declares or imports it. */
export function declared(name: string, file: ts.SourceFile): Declared | undefined {
  for (const statement of file.statements) {
    if (ts.isVariableStatement(statement)) {
      const found = statement.declarationList.declarations.find((each) => each.name.getText() === name);
      if (found?.initializer) return { doc: docOf(statement), initializer: found.initializer, file };
    }
    if (ts.isImportDeclaration(statement) && importsName(statement, name)) {
      const target = sources.get(statement.moduleSpecifier.getText().slice("'./".length, -".js'".length));
      if (target) return declared(name, target);
    }
  }
  return undefined;
}

/** The row of a name, and its area. */
export function declaredRow(name: string): Declared & { readonly area: string } {
  for (const [path, file] of sources) {
    const isExported = new RegExp(`^export const ${name} = `, 'm').test(file.text);
    const found = isExported ? declared(name, file) : undefined;
    if (found) return { ...found, area: path.replace('.queries', '') };
  }
  throw new Error(`No file of the contract declares ${name}.`);
}

/** The docstring of a declaration or a member. */
export function docOf(node: ts.Node): Docstring | undefined {
  const docs = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const [doc] = docs.slice(-1);
  if (!doc) return undefined;
  const tags = (doc.tags ?? []).map((tag) => {
    const about = ts.isJSDocParameterTag(tag) ? `${tag.name.getText()} ` : '';
    return { name: tag.tagName.text, text: about + textOf(tag.comment) };
  });
  return { text: textOf(doc.comment), tags };
}

const sources: ReadonlyMap<string, ts.SourceFile> = new Map(
  readdirSync(folder).map((name) => {
    const text = readFileSync(join(folder, name), 'utf8');
    return [name.replace(/\.ts$/, ''), ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true)];
  }),
);

const importsName = ({ importClause }: ts.ImportDeclaration, name: string): boolean =>
  importClause?.namedBindings !== undefined &&
  ts.isNamedImports(importClause.namedBindings) &&
  importClause.namedBindings.elements.some((element) => element.name.text === name);

const textOf = (comment: ts.JSDoc['comment']): string =>
  (ts.getTextOfJSDocComment(comment) ?? '').replace(/\{@link (\w+)[^}]*\}/g, '`$1`').trim();

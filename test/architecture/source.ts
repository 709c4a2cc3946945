import ts from 'typescript';

/** How a file reaches another: `type` is erased by the compiler, `dynamic` is loaded when the line runs. */
type Reach = 'static' | 'type' | 'dynamic';

/** One mention of another file or package. `names` are the imported names, `*` for all of them. */
export type Import = { name: string; reach: Reach; reexport: boolean; names: string[] };

export type Source = {
  path: string;
  imports: Import[];
  /** Imported names that the file exports again. */
  passedOn: string[];
  /** The names that it declares and exports, each once. */
  ownExports: Set<string>;
  /** Whether every statement is `export { … } from '…'` or `export * from '…'`. */
  onlyExportLists: boolean;
  /** What it exports all of: `export * from '…'`. */
  exportedWhole: string[];
  /** What an entry point exports; types are written `type Name`. */
  exported: string[];
  /** Every text in quotes, the fixed parts of every template, and every name that an object written in the file gives a member. */
  texts: string[];
  /** The `name` and `type` members that an object written in the file gives a text. */
  named: string[];
  /** Every identifier that is not the name of a member. */
  identifiers: Set<string>;
  /** Every member taken from a plain name, such as `Math.random`. */
  members: Set<string>;
  usesClient: boolean;
  lines: number;
};

/** Reads a module with TypeScript's parser, which is not misled by comments, strings or line breaks. */
export function readSource(path: string, text: string): Source {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const imports: Import[] = file.referencedFiles
    .concat(file.typeReferenceDirectives)
    .map(({ fileName }) => ({ name: fileName, reach: 'type', reexport: false, names: ['*'] }));
  const identifiers = new Set<string>();
  const members = new Set<string>();
  const texts: string[] = [];
  const named: string[] = [];
  const visit = (node: ts.Node): void => {
    const found = importIn(node);
    if (found !== undefined) imports.push(found);
    if (isBuildMode(node)) return;
    if (ts.isIdentifier(node) && !isMemberName(node)) identifiers.add(node.text);
    if (ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node))
      texts.push(node.text);
    if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) texts.push(node.name.text);
    if (isNaming(node)) named.push(node.initializer.text);
    if (ts.isPropertyAccessExpression(node)) members.add(`${node.expression.getText()}.${node.name.text}`);
    ts.forEachChild(node, visit);
  };
  visit(file);
  const exportLists = file.statements.filter(ts.isExportDeclaration);
  const imported = new Set(file.statements.filter(ts.isImportDeclaration).flatMap(localNames));
  return {
    path,
    imports,
    passedOn: exportLists
      .filter((list) => list.moduleSpecifier === undefined)
      .flatMap(localExports)
      .filter((name) => imported.has(name)),
    ownExports: new Set([
      ...file.statements.filter(isExported).flatMap(declaredNames),
      ...exportLists
        .filter((list) => list.moduleSpecifier === undefined)
        .flatMap((list) => exportedNames(list).map((name) => name.replace(/^type /, ''))),
    ]),
    onlyExportLists: file.statements.every(
      (statement) =>
        ts.isExportDeclaration(statement) &&
        statement.moduleSpecifier !== undefined &&
        (statement.exportClause === undefined || ts.isNamedExports(statement.exportClause)),
    ),
    exportedWhole: exportLists
      .filter(({ exportClause }) => exportClause === undefined)
      .map(({ moduleSpecifier }) => (moduleSpecifier === undefined ? '' : literal(moduleSpecifier))),
    exported: exportLists
      .filter(({ exportClause }) => exportClause !== undefined)
      .flatMap(exportedNames)
      .sort(),
    texts,
    named,
    identifiers,
    members,
    usesClient: /^['"]use client['"];?(\r?\n|$)/.test(text),
    lines: text.replace(/\n$/, '').split('\n').length,
  };
}

function importIn(node: ts.Node): Import | undefined {
  if (ts.isImportDeclaration(node)) {
    const reach = node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword ? 'type' : 'static';
    return { name: literal(node.moduleSpecifier), reach, reexport: false, names: importedNames(node) };
  }
  if (ts.isExportDeclaration(node) && node.moduleSpecifier !== undefined)
    return {
      name: literal(node.moduleSpecifier),
      reach: node.isTypeOnly ? 'type' : 'static',
      reexport: true,
      names: exportedNames(node),
    };
  if (ts.isImportEqualsDeclaration(node) && ts.isExternalModuleReference(node.moduleReference))
    return { name: literal(node.moduleReference.expression), reach: 'static', reexport: false, names: ['*'] };
  if (ts.isImportTypeNode(node)) {
    const name = ts.isLiteralTypeNode(node.argument) ? literal(node.argument.literal) : computed;
    return { name, reach: 'type', reexport: false, names: ['*'] };
  }
  if (ts.isModuleDeclaration(node) && ts.isStringLiteral(node.name))
    return { name: node.name.text, reach: 'type', reexport: false, names: ['*'] };
  if (ts.isCallExpression(node) && loads(node.expression))
    return { name: literal(node.arguments[0]), reach: 'dynamic', reexport: false, names: ['*'] };
  // new URL('./worker.js', import.meta.url): bundlers follow it like an import.
  if (
    ts.isNewExpression(node) &&
    node.expression.getText() === 'URL' &&
    node.arguments?.[1]?.getText() === 'import.meta.url'
  )
    return { name: literal(node.arguments[0]), reach: 'dynamic', reexport: false, names: ['*'] };
  return undefined;
}

/** `import(…)`, `require(…)`, `import.meta.glob(…)` and `import.meta.resolve(…)`. */
function loads(callee: ts.Expression): boolean {
  return (
    callee.kind === ts.SyntaxKind.ImportKeyword ||
    ['require', 'require.resolve', 'import.meta.glob', 'import.meta.resolve'].includes(callee.getText())
  );
}

const computed = '(computed)';

function literal(node: ts.Node | undefined): string {
  return node !== undefined && ts.isStringLiteralLike(node) ? node.text : computed;
}

/** `process.env.NODE_ENV` is a constant that every bundler writes in, and no member of Node's at run time. */
function isBuildMode(node: ts.Node): boolean {
  return ts.isPropertyAccessExpression(node) && node.getText() === 'process.env.NODE_ENV';
}

type Naming = ts.PropertyAssignment & { readonly initializer: ts.StringLiteralLike };

function isNaming(node: ts.Node): node is Naming {
  return (
    ts.isPropertyAssignment(node) &&
    ['name', 'type'].includes(node.name.getText()) &&
    ts.isStringLiteralLike(node.initializer)
  );
}

function isMemberName(node: ts.Identifier): boolean {
  const { parent } = node;
  return (
    (ts.isPropertyAccessExpression(parent) && parent.name === node) ||
    (ts.isPropertyAssignment(parent) && parent.name === node) ||
    (ts.isPropertySignature(parent) && parent.name === node) ||
    (ts.isMethodSignature(parent) && parent.name === node) ||
    (ts.isMethodDeclaration(parent) && parent.name === node)
  );
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  const kinds = modifiers.map(({ kind }) => kind);
  return kinds.includes(ts.SyntaxKind.ExportKeyword) && !kinds.includes(ts.SyntaxKind.DefaultKeyword);
}

function declaredNames(statement: ts.Statement): string[] {
  if (ts.isVariableStatement(statement))
    return statement.declarationList.declarations.flatMap(({ name }) => boundNames(name));
  const isNamed =
    ts.isFunctionDeclaration(statement) ||
    ts.isClassDeclaration(statement) ||
    ts.isInterfaceDeclaration(statement) ||
    ts.isTypeAliasDeclaration(statement) ||
    ts.isEnumDeclaration(statement) ||
    ts.isModuleDeclaration(statement);
  return isNamed && statement.name !== undefined ? [statement.name.text] : [];
}

function boundNames(name: ts.BindingName): string[] {
  if (ts.isIdentifier(name)) return [name.text];
  return name.elements.flatMap((element) => (ts.isOmittedExpression(element) ? [] : boundNames(element.name)));
}

function importedNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  const named = bindings === undefined ? [] : ts.isNamedImports(bindings) ? bindings.elements.map(originalName) : ['*'];
  return importClause?.name === undefined ? named : ['default', ...named];
}

function localNames({ importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  const named =
    bindings === undefined
      ? []
      : ts.isNamedImports(bindings)
        ? bindings.elements.map((e) => e.name.text)
        : [bindings.name.text];
  return importClause?.name === undefined ? named : [importClause.name.text, ...named];
}

function originalName(element: ts.ImportSpecifier | ts.ExportSpecifier): string {
  return (element.propertyName ?? element.name).text;
}

function localExports({ exportClause }: ts.ExportDeclaration): string[] {
  return exportClause !== undefined && ts.isNamedExports(exportClause) ? exportClause.elements.map(originalName) : [];
}

function exportedNames(list: ts.ExportDeclaration): string[] {
  const { exportClause, isTypeOnly } = list;
  if (exportClause === undefined) return ['*'];
  if (!ts.isNamedExports(exportClause)) return [exportClause.name.text];
  return exportClause.elements.map((e) => (isTypeOnly || e.isTypeOnly ? `type ${e.name.text}` : e.name.text));
}

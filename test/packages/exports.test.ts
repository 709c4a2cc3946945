import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { readSource } from '../architecture/source.js';
import { manifest, root } from './manifest.js';

/** `client` for the entry point `latchkey/client`. */
const entrances = Object.keys(manifest.exports)
  .map((name) => (name === '.' ? 'index' : name.slice('./'.length)))
  .filter((name) => !name.includes('.'));

describe('the exported names are those agreed on (change them with: npx vitest run --project unit test/packages/exports.test.ts -u)', () => {
  test.each(entrances)('of %s', async (entrance) => {
    const path = join(root, 'src', `${entrance}.ts`);
    const { exported, exportedWhole } = readSource(path, readFileSync(path, 'utf8'));
    const whole = exportedWhole.flatMap((name) => declaredIn(join(root, 'src', name.replace(/\.js$/, '.ts'))));
    const names = [...new Set([...exported, ...whole])].sort();
    await expect(`${names.join('\n')}\n`).toMatchFileSnapshot(`exports/${entrance}.txt`);
  });
});

/** What a module declares and exports, as an entry point names it. */
function declaredIn(path: string): string[] {
  return ts
    .createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest)
    .statements.flatMap((statement) => {
      if (!ts.canHaveModifiers(statement)) return [];
      if (!ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword)) return [];
      if (ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement))
        return [`type ${statement.name.text}`];
      if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
        return [statement.name?.text ?? 'default'];
      if (!ts.isVariableStatement(statement)) throw new Error(`${path} exports what is no declaration.`);
      return statement.declarationList.declarations.map(({ name }) =>
        ts.isIdentifier(name) ? name.text : 'a pattern',
      );
    });
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';
import { root } from '../packages/manifest.js';
import { openEditor } from '../support/editor.js';

const contract = join(root, 'src/contract');

/** The longest type, in characters, that a hover shows in full and that is readable. */
const longest = 400;

describe('what an editor shows of a public name', () => {
  let shown: ReadonlyMap<string, string>;
  let completed: readonly string[];
  beforeAll(() => {
    const editor = openEditor(['src/contract.ts', 'src/index.ts'], [code]);
    shown = typesOf(editor, ['src/contract.ts', 'src/index.ts']);
    const at = code.text.lastIndexOf("''") + 1;
    completed = editor.getCompletionsAtPosition(join(root, code.path), at, {})?.entries.map(({ name }) => name) ?? [];
  });

  const long = (isMeant: (name: string, type: string) => boolean) =>
    [...shown]
      .filter(([name, type]) => isMeant(name, type) && type.length > longest)
      .map(([name, type]) => [name, type]);

  test('the type of a row names its parameters and results', () => {
    const isRow = (_name: string, type: string) => /^(Activity|Query|Proxy)Row</.test(type);
    expect([...shown].filter(([name, type]) => isRow(name, type)).length).toBeGreaterThan(25);
    expect(long(isRow)).toEqual([]);
  });

  test('the type of a hook, too', () => {
    const isHook = (name: string) => /^use[A-Z]/.test(name);
    expect([...shown.keys()].filter(isHook).length).toBeGreaterThan(25);
    expect(long(isHook)).toEqual([]);
  });

  test('a union of codes has a name', () => {
    expect(shown.get('refused')).toMatch(/code: RefusalCode/);
  });

  test("the code of a hook's error completes with what its operation refuses, and what every request meets", () => {
    expect(completed).toEqual(
      expect.arrayContaining(['NAME_TAKEN', 'STAMP_INVALID', 'NETWORK_FAILED', 'ACTIVITY_NEEDS_APPROVAL']),
    );
    expect(completed).not.toContain('OTP_WRONG');
  });
});

/** An app's code while it is being typed. */
const code = {
  path: 'src/typed.ts',
  text: "import { useCreateWallet } from './index.js';\nexport const isTaken = () => useCreateWallet().error?.code === '';\n",
};

describe('the name that a row gives a schema is that of the type read off it', () => {
  const files = readdirSync(contract).map((name) => [name, readFileSync(join(contract, name), 'utf8')] as const);

  const named = /(\w+): (\w+) as v\.GenericSchema<(\w+)>/g;

  test.each(files.filter(([, text]) => text.search(named) >= 0))('in %s', (_name, text) => {
    for (const [, member, schema, type] of text.matchAll(named)) {
      const inferred = member === 'parameters' || member === 'request' ? 'InferInput' : 'InferOutput';
      expect(text).toContain(`interface ${type} extends v.${inferred}<typeof ${schema}> {}`);
    }
  });
});

/** The compiler's text of the type of each exported value, by its name. */
function typesOf(editor: ts.LanguageService, modules: readonly string[]): Map<string, string> {
  const program = editor.getProgram();
  const checker = program?.getTypeChecker();
  const found = new Map<string, string>();
  if (!program || !checker) return found;
  for (const path of modules) {
    const file = program.getSourceFile(join(root, path));
    const module = file && checker.getSymbolAtLocation(file);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      const type = target.valueDeclaration && checker.getTypeOfSymbol(target);
      if (type) found.set(symbol.name, checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation));
    }
  }
  return found;
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { beforeAll, describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const contract = join(root, 'src/contract');

/** Characters of a type that a hover shows at once, and that a person still reads. */
const longest = 400;

describe('what an editor shows of a public name', () => {
  let shown: ReadonlyMap<string, string>;
  beforeAll(() => {
    shown = typesOf(['src/contract.ts', 'src/index.ts']);
  }, 120_000);

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
});

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

/** What the compiler calls the type of each value that these modules export, by its name. */
function typesOf(modules: readonly string[]): Map<string, string> {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { tsBuildInfoFile: _kept, ...options } = ts.parseJsonConfigFileContent(config, ts.sys, root).options;
  const paths = modules.map((module) => join(root, module));
  const program = ts.createProgram(paths, { ...options, incremental: false });
  const checker = program.getTypeChecker();
  const found = new Map<string, string>();
  for (const path of paths) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(path) as ts.SourceFile);
    for (const symbol of module ? checker.getExportsOfModule(module) : []) {
      const target = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
      if (!target.valueDeclaration) continue;
      const type = checker.getTypeOfSymbol(target);
      found.set(symbol.name, checker.typeToString(type, undefined, ts.TypeFormatFlags.NoTruncation));
    }
  }
  return found;
}

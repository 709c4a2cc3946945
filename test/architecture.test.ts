import { readdirSync, readFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { describe, expect, test } from 'vitest';
import { operationNames } from './architecture/operationNames.js';
import { rules as generalRules } from './architecture/rules.js';
import { layersOfNothing, serviceRules } from './architecture/serviceRules.js';
import { namesNotShared, sharedNames } from './architecture/sharedNames.js';
import { readSourceTree } from './architecture/sourceTree.js';
import { wrongTrees } from './architecture/wrongTrees.js';

const rules = [...generalRules, ...serviceRules, operationNames, sharedNames];
const root = join(import.meta.dirname, '..');

/** Text by path relative to a folder, with forward slashes. */
function textsIn(folder: string): Record<string, string> {
  const files = readdirSync(join(root, folder), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(join(root, folder).length + 1));
  return Object.fromEntries(
    paths.map((path) => [path.split(sep).join(posix.sep), readFileSync(join(root, folder, path), 'utf8')]),
  );
}

describe('the source tree obeys the architecture', () => {
  const tree = readSourceTree(textsIn('src'));
  test.each(rules)('$title', ({ faults }) => expect(faults(tree)).toEqual([]));

  test('each layer of the service is a file or a folder', () => expect(layersOfNothing(tree)).toEqual([]));

  test('each name that is listed as shared is exported by the files that share it', () =>
    expect(namesNotShared(tree)).toEqual([]));
});

describe('the architecture test finds faults', () => {
  /** Every fault that the rules find in a made-up source tree. */
  const faultsIn = (texts: Record<string, string>) => rules.flatMap(({ faults }) => faults(readSourceTree(texts)));

  test('a tree without faults passes', () => {
    const sound = {
      'errors.ts': 'export class LatchkeyError extends Error {}',
      'crypto/curves.ts': "export const curve = async () => (await import('@noble/curves/p256.js')).p256;",
      'contract/row.ts':
        "import * as v from 'valibot';\nimport { LatchkeyError } from '../errors.js';\nexport const row = [v, LatchkeyError];",
      'hooks/useRow.ts':
        "'use client';\nimport { use } from 'react';\nimport { row } from '../contract/row.js';\nexport const useRow = () => use(row);",
      'hooks/options.ts':
        "import { queryOptions } from '@tanstack/react-query';\nexport const options = queryOptions({});",
      'components/Row.tsx':
        "'use client';\nimport type { row } from '../contract/row.js';\nimport { useRow } from '../hooks/useRow.js';\nexport const Row = () => <b>{process.env.NODE_ENV === 'production' || useRow()}</b>;",
      'components/styles.css': '',
      'index.ts': "export { Row } from './components/Row.js';\nexport type { row } from './contract/row.js';",
      'service/coordinator/handlers.ts':
        "import { usersAnswers } from './operations/users/handlers.js';\nexport const answers = { ...usersAnswers };",
      'service/coordinator/operations/users/handlers.ts':
        "import { answerGetUser } from './getUser.js';\nexport const usersAnswers = { getUser: answerGetUser };",
      'service/coordinator/operations/users/getUser.ts':
        "import type { QueryContext } from '../../engine/handler.js';\nimport { readKeys } from '../../records/credentials.js';\nexport const answerGetUser = (context: QueryContext) => readKeys(context);",
      'service/coordinator/records/credentials.ts': 'export const readKeys = (from: object) => [from];',
      'service/coordinator/engine/handler.ts': 'export type QueryContext = object;',
      'bin.ts': '#!/usr/bin/env node\nprocess.exitCode = 0;',
    };
    expect(faultsIn(sound)).toEqual([]);
  });

  test.each([
    ["import { a } from '../client/a.js';", 'client is not allowed here'],
    ["import type { a } from '../client/a.js';", 'client is not allowed here'],
    ["import '../client/a.js';", 'client is not allowed here'],
    ["import\n  '../client/a.js'", 'client is not allowed here'],
    ["export const a = await import('../client/a.js');", 'client is not allowed here'],
    ['export const a = await import(`../client/a.js`);', 'client is not allowed here'],
    ["export type A = import('../client/a.js').A;", 'client is not allowed here'],
    ["export const a = new URL('../client/a.js', import.meta.url);", 'client is not allowed here'],
  ])('%j in crypto/ is refused, because it imports from a higher layer', (text, why) => {
    const tree = { 'client/a.ts': 'export const a = 1;', 'crypto/b.ts': text };
    expect(faultsIn(tree)).toContain(`crypto/b.ts imports ../client/a.js: ${why}`);
  });

  test.each([
    ["import 'valibot';", 'valibot'],
    ["import type { GenericSchema } from 'valibot';", 'valibot'],
    ["import react = require('react');", 'react'],
    ["const pg = require('pg');", 'pg'],
    ["declare module 'hono' {}", 'hono'],
    ["export * from 'kysely/helpers/sqlite';", 'kysely/helpers/sqlite'],
    ['/// <reference types="react" />', 'react'],
  ])('%j in crypto/ is refused, because it imports a package that crypto may not', (text, name) => {
    expect(faultsIn({ 'crypto/b.ts': text }).join('\n')).toContain(`crypto/b.ts imports ${name}: `);
  });

  test('text that only looks like an import is ignored', () => {
    const text = "// import 'react';\nexport const a = \"import 'react'\";\n/* require('pg') */";
    expect(faultsIn({ 'crypto/b.ts': text })).toEqual([]);
  });

  test.each(wrongTrees)('%s', (fault, tree) => expect(faultsIn(tree)).toContain(fault));
});

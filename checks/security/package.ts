import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAst } from 'vite';
import type { Part } from './part.js';

/** Two builds of the source give the same package, byte for byte. No file of it evaluates text as code. */
export const builtPackage: Part = {
  name: 'T-63, F-19 package',
  onlyInTheCheck: true,
  async run() {
    const [one, two] = [pack(), pack()];
    try {
      strictEqual(one.sha256, two.sha256, 'two builds in two folders differ');
      deepStrictEqual(one.files, two.files);
      const scripts = one.files.filter((file) => file.endsWith('.js'));
      deepStrictEqual(
        scripts.flatMap((file) => evaluationsIn(join(one.folder, file))),
        [],
      );
      const manifest = JSON.parse(readFileSync(join(one.folder, 'package.json'), 'utf8'));
      deepStrictEqual(
        Object.keys(manifest.scripts).filter((name) => atInstallation.includes(name)),
        [],
      );
      strictEqual(Object.keys(manifest.dependencies).length <= 5, true);
      const unexpected = one.files.filter(
        (file) => !/^(dist\/.+|docs\/[a-z]+\.md|package\.json|(README|CHANGELOG|SECURITY)\.md|LICENSE)$/.test(file),
      );
      deepStrictEqual(unexpected, []);
      return [
        `2 builds, one tarball: sha256 ${one.sha256}`,
        `${one.files.length} files, ${scripts.length} scripts without eval or Function; ${Object.keys(manifest.dependencies).length} dependencies; nothing runs at installation`,
      ];
    } finally {
      for (const { folder } of [one, two]) rmSync(folder, { recursive: true, force: true });
    }
  },
};

const atInstallation = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

type Packed = { readonly folder: string; readonly sha256: string; readonly files: readonly string[] };

/** Builds a copy of the source in a folder of its own and packs it as npm would publish it. */
function pack(): Packed {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-package-'));
  const sources = ['src', 'package.json', 'vite.config.ts', 'tsconfig.json', 'tsconfig.build.json'];
  for (const name of [...sources, 'docs', 'README.md', 'LICENSE', 'CHANGELOG.md', 'SECURITY.md']) {
    cpSync(name, join(folder, name), { recursive: true });
  }
  symlinkSync(join(process.cwd(), 'node_modules'), join(folder, 'node_modules'));
  const run = (command: string, ...args: string[]) => execFileSync(command, args, { cwd: folder, encoding: 'utf8' });
  run('npm', 'run', '-s', 'build');
  const [{ filename, files }] = JSON.parse(run('npm', 'pack', '--json', '--ignore-scripts', '--silent'));
  const sha256 = createHash('sha256')
    .update(readFileSync(join(folder, filename)))
    .digest('hex');
  return { folder, sha256, files: files.map(({ path }: { path: string }) => path).sort() };
}

type Node = { readonly type: string; readonly [member: string]: unknown };

/** The calls of a script that evaluate text as code. They are found in its syntax tree: comments and strings do not count. */
function evaluationsIn(path: string): string[] {
  const found: string[] = [];
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const node = value as Node; // or a list of them, whose members are visited below
    const callee = (node.callee ?? {}) as Node;
    const name = String(callee.name ?? (callee.property as Node | undefined)?.name ?? '');
    const isCall = node.type === 'CallExpression' || node.type === 'NewExpression';
    const [first] = (node.arguments ?? []) as Node[];
    const isText = first?.type === 'TemplateLiteral' || typeof first?.value === 'string';
    if (isCall && (/^(eval|Function|execScript)$/.test(name) || (/^set(Timeout|Interval)$/.test(name) && isText))) {
      found.push(`${name} in ${path}`);
    }
    Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(path, 'utf8')).body);
  return found;
}

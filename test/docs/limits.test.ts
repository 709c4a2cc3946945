import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { refusals } from '../../src/contract/refusals.js';
import { type Limit, limits } from '../../src/service/limits/limits.js';
import { root } from '../packages/manifest.js';

const page = join(root, 'docs/hosting.md');

test('docs/hosting.md has the table of all limits (write it with: npm run docs:operations)', async () => {
  const text = readFileSync(page, 'utf8');
  const [before = '', after = ''] = text.split(/(?<=<!-- limits -->\n)[\s\S]*?(?=<!-- end of limits -->)/);
  expect(after).toContain('<!-- end of limits -->');
  await expect(`${before}${table()}${after}`).toMatchFileSnapshot(page);
});

test('a limit is answered with a refusal that there is, and is set by what the docs name elsewhere, too', () => {
  for (const { beyond } of rows)
    expect(
      beyond in refusals ||
        beyond.startsWith('HTTP ') ||
        beyond.startsWith('another ') ||
        beyond.startsWith('OUTCOME_'),
      beyond,
    ).toBe(true);
  const docs = ['README.md', 'docs/hosting.md', 'docs/operations/authProxy.md'].map((path) =>
    readFileSync(join(root, path), 'utf8').replace(/<!-- limits -->[\s\S]*?<!-- end of limits -->/, ''),
  );
  for (const { setBy } of rows)
    if (setBy)
      expect(
        docs.some((text) => text.includes(setBy)),
        setBy,
      ).toBe(true);
});

test('the number of a limit stands in that table alone, not beside its variable, too', () => {
  const lines = readFileSync(page, 'utf8').split('\n');
  const told = (name: string) => lines.find((line) => line.startsWith('| `') && line.includes(`\`${name}\``));
  const variables = rows.filter(({ setBy }) => setBy?.toUpperCase() === setBy && setBy !== undefined);
  expect(variables.length).toBeGreaterThan(10);
  for (const { most, what, setBy = '' } of variables) {
    const number = Number(most) / (what.startsWith('bytes') ? 2 ** 20 : 1);
    expect(told(setBy), setBy).toBeDefined();
    expect(told(setBy), setBy).not.toMatch(new RegExp(`(?<!/)\\b${number}\\b`)); // IPv6 is counted by /64
  }
});

type Row = Limit<number | { readonly most: number; readonly windowSeconds: number }>;
const rows: readonly Row[] = Object.values(limits);

function table(): string {
  const lines = rows.map(({ most, what, whose, beyond, setBy }) => {
    const setting = setBy === undefined ? '' : `\`${setBy}\``;
    return `| ${amount(most, what)} | ${whose} | ${beyond} | ${setting} |`;
  });
  return ['', '| at most | of | beyond | set by |', '|---|---|---|---|', ...lines, '', ''].join('\n');
}

function amount(most: Row['most'], what: string): string {
  if (typeof most !== 'number') return `${most.most} ${what} in ${most.windowSeconds / 60} min`;
  const mebibytes = most / 2 ** 20;
  const isInMebibytes = what.startsWith('bytes') && Number.isInteger(mebibytes);
  return isInMebibytes ? `${mebibytes} MiB${what.slice('bytes'.length)}` : `${most.toLocaleString('en')} ${what}`;
}

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/**
 * What axe-core finds in the page as it is now: a line for each rule, with the places. The debugger brings it in, which the
 * page's content policy does not bind; nothing is added to the document.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** All rules that are on by themselves, and that of WCAG 2.2 for the size of targets. */
const options: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Page } from 'playwright';

/**
 * axe-core's faults in the current page: a line for each rule, with the elements. The debugger injects axe-core, which the
 * page's content policy does not bind; nothing is added to the document.
 */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(await source);
  await endOfMoves(page);
  const { violations } = await page.evaluate<AxeResults>(`axe.run(${JSON.stringify(options)})`);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

/** What fades in has other contrasts on its way; what turns for ever is not waited for. */
const endOfMoves = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const ending = document.getAnimations().filter(({ effect, playState }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
    });
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });

/** All default rules, and the WCAG 2.2 rule for the size of targets. */
const options: RunOptions = { resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } };

const source = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

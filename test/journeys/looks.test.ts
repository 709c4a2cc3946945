import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { accessibilityFaults } from './support/axe.js';
import { startDemo } from './support/builtDemo.js';
import { askForCode, code, email, expectAlert, typeCode, wrong } from './support/login.js';
import { openBrowser, type VisitorOptions, visit } from './support/visitor.js';
import { refusalsOfWalk, walk } from './support/walk.js';

openBrowser();

type Look = VisitorOptions & { readonly root?: { readonly dir?: string; readonly fontSize?: string } };

const desk = { width: 1280, height: 800 };

/** How people look at a page. A zoom of 200 % on a desk is half as many CSS pixels, each twice as large. */
const looks: Record<string, Look> = {
  'light on a desk': { viewport: desk },
  'dark on a desk': { viewport: desk, colorScheme: 'dark' },
  'from right to left': { viewport: desk, root: { dir: 'rtl' } },
  '320 px wide': { viewport: { width: 320, height: 568 } },
  '320 px wide, dark, from right to left': {
    viewport: { width: 320, height: 568 },
    colorScheme: 'dark',
    root: { dir: 'rtl' },
  },
  'zoomed to 200 %': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'with letters twice as large': { viewport: { width: 640, height: 800 }, root: { fontSize: '200%' } },
  'in forced colours': { viewport: desk, forcedColors: 'active' },
};

test.for(Object.entries(looks))('every screen passes axe and fits, %s', async ([name, { root = {}, ...options }]) => {
  const demo = await startDemo();
  await demo.configure({ allowedAuthMethods: ['email', 'sms'] });
  const visitor = await visit(demo, { ...options, refusals: refusalsOfWalk });
  const { page } = visitor;
  await page.goto('/');
  await page.evaluate(({ dir = 'ltr', fontSize = '' }) => {
    document.documentElement.dir = dir;
    document.documentElement.style.fontSize = fontSize;
  }, root);
  const faults: Record<string, string[]> = {};
  await walk(demo, visitor, async (screen) => {
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    const tooWide = width > (options.viewport?.width ?? 0) ? [`scrolls sideways: ${width} px`] : [];
    const found = [...(await accessibilityFaults(page)), ...tooWide];
    if (found.length > 0) faults[screen] = found;
    if (process.env.SCREENSHOTS)
      await page.screenshot({ path: shot(process.env.SCREENSHOTS, name, screen), fullPage: true });
  });
  expect(faults).toEqual({});
});

test('in a page from right to left an address stands at the right, and a code still reads from left to right', async () => {
  const demo = await startDemo();
  const { page } = await visit(demo);
  await page.goto('/');
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const looksOf = (field: Locator) =>
    field.evaluate((element) => {
      const { textAlign, direction } = getComputedStyle(element);
      return { textAlign, direction };
    });
  expect(await looksOf(email(page))).toEqual({ textAlign: 'right', direction: 'ltr' });
  await askForCode(page, demo, 'ada@example.com');
  expect(await looksOf(code(page))).toMatchObject({ direction: 'ltr' });
});

test('what the browser fills in keeps the look of the field that it fills', async () => {
  const demo = await startDemo();
  const { page, context } = await visit(demo);
  const debug = await context.newCDPSession(page);
  await page.goto('/');
  const filled = async (field: Locator) => {
    const selector = `#${await field.evaluate(({ id }) => CSS.escape(id))}`;
    await debug.send('DOM.enable');
    await debug.send('CSS.enable');
    const { root } = await debug.send('DOM.getDocument');
    const { nodeId } = await debug.send('DOM.querySelector', { nodeId: root.nodeId, selector });
    await debug.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['autofill'] });
    return field.evaluate((element) => {
      const { backgroundClip, webkitTextFillColor } = getComputedStyle(element);
      return { backgroundClip, webkitTextFillColor };
    });
  };
  const own = { backgroundClip: 'text', webkitTextFillColor: 'rgb(18, 21, 29)' };
  await email(page).waitFor();
  expect(await filled(email(page))).toEqual(own);
  await askForCode(page, demo, 'ada@example.com');
  expect(await filled(code(page))).toEqual(own);
});

/** The places of what must not move, at every frame from now on. To be run in a page. */
function watchPlaces(): void {
  const places = new Set<string>();
  Object.assign(window, { places });
  const look = () => {
    const card = document.querySelector('[data-latchkey]')?.getBoundingClientRect();
    const button = document.querySelector<HTMLElement>('[data-part=submit]');
    const top = button?.getBoundingClientRect().top ?? 0;
    if (card && button)
      places.add(`card at ${Math.round(card.top)}, ${Math.round(card.height)} high, button at ${Math.round(top)}`);
    requestAnimationFrame(look);
  };
  look();
}

test.for([1280, 400])(
  'nothing moves while a wrong code is refused, tried again and typed over, at %d px',
  async (width) => {
    const demo = await startDemo();
    const { page } = await visit(demo, {
      viewport: { width, height: 700 },
      reducedMotion: 'reduce',
      refusals: Array(2).fill('/v1/otp_verify_v2 400'),
    });
    await page.goto('/');
    const right = await askForCode(page, demo, 'ada@example.com');
    await page.evaluate(watchPlaces);
    await typeCode(page, wrong(right));
    await expectAlert(page, /code isn’t right/);
    await page.keyboard.press('Enter');
    await page.locator('form[data-error]:not([data-busy])').waitFor();
    await typeCode(page, right.slice(0, 5));
    await page.getByRole('alert').waitFor({ state: 'detached' });
    expect(await page.evaluate('[...places]')).toHaveLength(1);
  },
);

test.for([
  { reducedMotion: 'no-preference' as const, moved: ['latchkey-appear', 'latchkey-lift', 'latchkey-shake'] },
  { reducedMotion: 'reduce' as const, moved: [] },
])('what moves where the person said of motion: $reducedMotion', async ({ reducedMotion, moved }) => {
  const demo = await startDemo();
  const { page, context } = await visit(demo, { reducedMotion, refusals: ['/v1/otp_verify_v2 400'] });
  await context.addInitScript(() => {
    const names = new Set<string>();
    // Without the spinner, which turns where an answer takes long.
    addEventListener('animationstart', ({ animationName: name }) => name === 'latchkey-turn' || names.add(name));
    Object.assign(window, { moved: names });
  });
  await page.goto('/');
  await typeCode(page, wrong(await askForCode(page, demo, 'ada@example.com')));
  await expectAlert(page, /code isn’t right/);
  await page.waitForTimeout(100); // longer than a frame, in which whatever moves has begun to
  await expect.poll(() => page.evaluate('[...moved].sort()')).toEqual(moved);
});

/** With `SCREENSHOTS=<folder>` in the environment each screen is kept as a picture, to be looked at. */
function shot(folder: string, ...names: string[]): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, `${names.join(' - ').replace(/[^\w]+/g, '-')}.png`);
}

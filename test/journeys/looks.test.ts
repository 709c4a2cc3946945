import type { Locator } from 'playwright';
import { expect, test } from 'vitest';
import { startDemo } from './support/builtDemo.js';
import { askForCode, code, email, expectAlert, typeCode, wrong } from './support/login.js';
import { faultsOfLook, looks, setRoot } from './support/looks.js';
import { openBrowser, visit } from './support/visitor.js';
import { refusalsOfWalk, walk } from './support/walk.js';

openBrowser();

test.for(Object.entries(looks))('every screen passes axe and fits, %s', async ([name, look]) => {
  const { root: _, ...options } = look;
  const demo = await startDemo();
  await demo.configure({ allowedAuthMethods: ['email', 'sms'] });
  const visitor = await visit(demo, { ...options, refusals: refusalsOfWalk });
  const { page } = visitor;
  await page.goto('/');
  await setRoot(page, look);
  const faults: Record<string, string[]> = {};
  await walk(demo, visitor, async (screen) => {
    const found = await faultsOfLook(page, name, screen);
    if (found.length > 0) faults[screen] = found;
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

/** The positions of elements that must not move, in every frame from now on. To be run in a page. */
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
])('only the motion that the person allows happens: $reducedMotion', async ({ reducedMotion, moved }) => {
  const demo = await startDemo();
  const { page, context } = await visit(demo, { reducedMotion, refusals: ['/v1/otp_verify_v2 400'] });
  await context.addInitScript(() => {
    const names = new Set<string>();
    // Without the spinner, which turns if an answer takes long.
    addEventListener('animationstart', ({ animationName: name }) => name === 'latchkey-turn' || names.add(name));
    Object.assign(window, { moved: names });
  });
  await page.goto('/');
  await typeCode(page, wrong(await askForCode(page, demo, 'ada@example.com')));
  await expectAlert(page, /code isn’t right/);
  await page.waitForTimeout(100); // longer than a frame, so that any movement has begun
  await expect.poll(() => page.evaluate('[...moved].sort()')).toEqual(moved);
});

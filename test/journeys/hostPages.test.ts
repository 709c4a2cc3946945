import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type Page, chromium as playwright } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestService, type TestService } from '../../src/testing/createTestService.js';
import { chromium } from '../support/chromium.js';
import { buildHostPages, type HostPages } from './support/hostPages.js';
import { button, code, email } from './support/login.js';
import { differences, type PartLooks, partsOf } from './support/partLooks.js';

let service: TestService;
let pages: HostPages;
let browser: Browser;
let bare: Looks;

beforeAll(async () => {
  const allowedAuthMethods = ['email', 'sms'] as const;
  service = await createTestService({ config: { allowedAuthMethods: [...allowedAuthMethods] } });
  pages = await buildHostPages(service);
  browser = await playwright.launch(chromium());
  bare = await looksOn('a bare page');
}, 300_000); // the style sheets may have to be installed first
afterAll(async () => {
  await browser.close();
  expect(pages.foreign()).toEqual([]);
  await service.close();
});

test('on a bare page the button has its fill, the fields their borders, and all the sizes they are drawn with', () => {
  const [contact, , codeStep] = [bare.contact, bare.refused, bare.code];
  const part = (looks: readonly PartLooks[], name: string) => looks.find((each) => each.part === name);
  expect(part(contact?.parts ?? [], 'submit')).toMatchObject({
    'background-color': 'rgb(35, 71, 217)',
    color: 'rgb(255, 255, 255)',
    'border-top-left-radius': '10px',
  });
  expect(part(contact?.parts ?? [], 'input')).toMatchObject({ 'border-top-width': '1px', 'font-size': '16px' });
  expect(part(contact?.parts ?? [], 'title')).toMatchObject({ 'font-size': '20px', 'font-weight': '600' });
  for (const [parts, name, height] of [
    [contact?.parts, 'submit', 44],
    [contact?.parts, 'input', 44],
    [codeStep?.parts, 'slot', 52],
    [codeStep?.parts, 'message', 20],
  ] as const)
    expect(part(parts ?? [], name)?.place[3], name).toBeCloseTo(height, 1);
});

const hosts = [
  ...['Tailwind 3', 'Tailwind 3 with its forms plugin', 'Tailwind 4', 'Tailwind 4 with its forms plugin'],
  ...['Bootstrap 5', 'Pico 2', 'a reset'],
].flatMap((name) => [`${name}, before`, `${name}, after`]);

test('every page that was built is looked at', () => expect(pages.names).toEqual(expect.arrayContaining(hosts)));

test.each(hosts)('%s the kit’s own sheet, changes nothing of the screen', async (name) => {
  const looks = await looksOn(name);
  for (const step of Object.keys(bare)) {
    expect({ step, changed: differences(bare[step]?.parts ?? [], looks[step]?.parts ?? []) }).toEqual({
      step,
      changed: [],
    });
    expect(await pixelsApart(bare[step]?.shot, looks[step]?.shot), `the picture of ${step}`).toBeLessThan(20);
  }
});

test.each([
  ['a bare page', 'style="color-scheme: light"', 'rgb(255, 255, 255)'],
  ['a bare page', 'class="dark"', 'rgb(22, 24, 31)'],
  ['Tailwind 3, after', 'class="dark"', 'rgb(22, 24, 31)'],
  ['Tailwind 4, before', 'class="dark"', 'rgb(22, 24, 31)'],
  ['Bootstrap 5, after', 'data-bs-theme="dark"', 'rgb(22, 24, 31)'],
  ['Pico 2, before', 'data-theme="dark"', 'rgb(22, 24, 31)'],
])('%s, told by %s, gives the card the colour %s', async (name, html, surface) => {
  const page = await browser.newPage();
  page.setDefaultTimeout(60_000); // beside other programs nothing is drawn for many seconds
  await pages.open(page, name, html);
  await email(page).waitFor();
  const found = await page.evaluate(() => {
    const { backgroundColor, boxShadow } = getComputedStyle(document.querySelector('form') as Element);
    return { backgroundColor, hasShadow: boxShadow !== 'none' };
  });
  await page.close();
  expect(found).toEqual({ backgroundColor: surface, hasShadow: true });
});

type Looks = Record<string, { readonly parts: readonly PartLooks[]; readonly shot: Buffer }>;

/** How the screen looks at each of its steps. */
async function looksOn(name: string): Promise<Looks> {
  const page = await browser.newPage({ viewport: { width: 520, height: 520 }, reducedMotion: 'reduce' });
  page.setDefaultTimeout(60_000);
  await pages.open(page, name);
  const looks: Looks = {};
  const look = async (step: string) => {
    await page.mouse.move(1, 1);
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    const shot = await shotOf(page);
    looks[step] = { parts: await page.evaluate(partsOf, '[data-latchkey]'), shot };
    if (process.env.SCREENSHOTS) keep(process.env.SCREENSHOTS, `${name} ${step}`, shot);
  };
  await button(page, 'Use phone').waitFor();
  await look('contact');
  await button(page, 'Use phone').click();
  await page.locator('[data-country]').waitFor();
  await page.getByLabel('Phone number').fill('415 555 0171');
  await look('phone');
  await button(page, 'Use email').click();
  await email(page).fill('ada');
  await email(page).press('Enter');
  await page.getByRole('alert').waitFor();
  await look('refused');
  await email(page).fill(`page${100 + pages.names.indexOf(name)}@example.com`);
  await page.keyboard.press('Tab');
  await look('button with the focus');
  await page.keyboard.press('Enter');
  await code(page).pressSequentially('42');
  await look('code');
  await page.close();
  return looks;
}

async function shotOf(page: Page): Promise<Buffer> {
  const { x, y, width, height } = (await page.locator('[data-part=header]').boundingBox()) ?? fail();
  const body = (await page.locator('[data-part=body]').boundingBox()) ?? fail();
  // Only inside the card, which has its own background. The address and the clock are hidden, because they differ.
  const clip = { x: x - 8, y: body.y - 8, width: width + 16, height: body.y + body.height - y - height };
  return page.screenshot({
    clip,
    animations: 'disabled',
    style: '[type=email], [data-part=footer] { color: transparent !important }',
  });
}

/** The number of visibly different pixels. The edges of letters may differ by a shade. */
async function pixelsApart(...shots: (Buffer | undefined)[]): Promise<number> {
  const page = await browser.newPage();
  const apart = await page.evaluate(
    async (pictures) => {
      const [one, other] = await Promise.all(
        pictures.map(async (picture) => {
          const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${picture}`)).blob());
          const canvas = new OffscreenCanvas(image.width, image.height);
          const pen = canvas.getContext('2d') as OffscreenCanvasRenderingContext2D;
          pen.drawImage(image, 0, 0);
          return pen.getImageData(0, 0, image.width, image.height).data;
        }),
      );
      if (one === undefined || other === undefined || one.length !== other.length) return Infinity;
      const places = new Set<number>();
      for (const [index, value] of one.entries())
        if (Math.abs(value - (other[index] ?? 0)) > 24) places.add(Math.floor(index / 4));
      return places.size;
    },
    shots.map((shot) => String(shot?.toString('base64'))),
  );
  await page.close();
  return apart;
}

function fail(): never {
  throw new Error('The screen is not to be seen.');
}

/** With `SCREENSHOTS=<folder>` in the environment each picture is saved. */
function keep(folder: string, name: string, shot: Buffer): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name.replace(/\W+/g, '-')}.png`), shot);
}

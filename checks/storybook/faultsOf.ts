import type { BrowserContext, Frame, Page } from 'playwright';
import { foreignRequests } from '../../test/support/foreignRequests.js';

/**
 * Opens a page of documentation, lets its stories play, as many as `most`, and tells what is wrong: a person who could not do what their story
 * says, a page that scrolled or lost its focus to a story, a card that is cut off, and code that no app writes.
 */
export async function faultsOf(browser: BrowserContext, url: string, most: number): Promise<string[]> {
  const page = await browser.newPage();
  page.setDefaultTimeout(120_000); // beside other programs nothing is drawn for many seconds
  try {
    return await faultsOfPage(page, url, most);
  } catch (error) {
    return [firstLine(String(error))];
  } finally {
    await forgetStories(page);
    await page.close();
  }
}

/** What the stories kept, so that the next page begins as a person's first does. */
async function forgetStories(page: Page): Promise<void> {
  const { origin } = new URL(page.url());
  const session = await page.context().newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
}

async function faultsOfPage(page: Page, url: string, most: number): Promise<string[]> {
  const faults: string[] = [];
  const { unexpected } = foreignRequests(page.context(), [exampleProvider]);
  page.on('pageerror', (error) => faults.push(`thrown: ${firstLine(String(error))}`));
  page.on('console', (message) => message.type() === 'error' && faults.push(`logged: ${firstLine(message.text())}`));
  await page.goto(url);
  await page.locator('#storybook-docs h1').first().waitFor();
  faults.push(...(await playAll(page, most)));
  const focused = await page.evaluate(() => document.activeElement?.getAttribute('title'));
  if (focused) faults.push(`${focused}: kept the focus`);
  faults.push(...(await codeFaults(page)));
  faults.push(...unexpected.map((url) => `requested of another host: ${url}`));
  return [...faults]; // what stories that still play meet once the page is cleared away is none
}

/** Where the stories' provider would ask who somebody is: nobody answers in its window. */
const exampleProvider = 'https://id.example/';

/** A story begins when its frame comes near; each is read with the page standing still. */
async function playAll(page: Page, most: number): Promise<string[]> {
  const faults: string[] = [];
  const frames = await page.locator('iframe').all();
  if (frames.length === 0) return ['no story is shown'];
  for (const each of frames.slice(0, most)) {
    await each.evaluate((frame) => frame.scrollIntoView({ block: 'center', behavior: 'instant' }));
    const before = await page.evaluate(() => scrollY);
    const name = await each.getAttribute('title');
    const frame = await (await each.elementHandle())?.contentFrame();
    if (frame) await untilPlayed(frame);
    if ((await page.evaluate(() => scrollY)) !== before) faults.push(`${name}: scrolled the page`);
    const error = await frame?.evaluate(shownError);
    if (error) faults.push(`${name}: ${firstLine(error)}`);
    else if (frame && (await isCut(frame))) faults.push(`${name}: is higher or wider than its frame`);
  }
  return faults;
}

/** `waitForFunction` takes a promise for a yes. */
async function untilPlayed(frame: Frame): Promise<void> {
  const untilMs = performance.now() + 240_000; // a board of all states has some forty, and one acts at a time
  while (!(await frame.evaluate(hasPlayed))) {
    if (performance.now() > untilMs) throw new Error(`${frame.url()} does not come to its end`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Something is drawn, if only the story's own page, and no story has or awaits its turn. To be run in a page. */
async function hasPlayed(): Promise<boolean> {
  const { held = [], pending = [] } = await navigator.locks.query();
  // The kit's own locks may be held for long: by a batch, for one.
  const isTurn = ({ name }: LockInfo) => name === 'latchkey.story';
  return (
    document.querySelector('form, iframe, [data-latchkey], [data-theme]') !== null &&
    ![...held, ...pending].some(isTurn)
  );
}

/** What Storybook shows in a story's place when its loader or its person failed. To be run in a page. */
function shownError(): string {
  return document.body.classList.contains('sb-show-errordisplay')
    ? (document.querySelector<HTMLElement>('#error-message')?.innerText ?? 'failed')
    : '';
}

function isCut(frame: Frame): Promise<boolean> {
  return frame.evaluate(() => {
    const { scrollHeight, clientHeight, scrollWidth, clientWidth } = document.documentElement;
    return scrollHeight > clientHeight || scrollWidth > clientWidth;
  });
}

/** Each story's code begins as an app does, and has nothing of the service behind the story. */
async function codeFaults(page: Page): Promise<string[]> {
  const shown = await page.locator('.docblock-code-toggle').all();
  // Without the focus, which a story may have, and where they stand: further stories begin where one scrolls.
  for (const each of shown) await each.evaluate((toggle: HTMLElement) => toggle.click());
  const codes = page.locator('pre:visible');
  if (shown.length === 0) return []; // a page that shows states, or says in its own words what an app writes
  await codes.nth(shown.length - 1).waitFor();
  const texts = (await codes.allInnerTexts()).filter((text) => text.includes("from 'latchkey'"));
  const faults = texts.filter((text) => /createTestService|serviceOf|apiKey|\bplay\(/.test(text));
  return [
    ...(texts.length < shown.length ? ['a story has no code'] : []),
    ...faults.map((code) => `no app writes: ${code}`),
  ];
}

const firstLine = (text: string): string => text.split('\n', 1)[0] ?? '';

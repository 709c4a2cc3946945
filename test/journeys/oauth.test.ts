import { beforeAll, expect, test } from 'vitest';
import { buildOauthPages, type PlaceOptions } from './support/oauthPlace.js';
import {
  allow,
  button,
  closed,
  expectShown,
  keptOf,
  openOauth,
  popupOf,
  ready,
  sayWho,
  shown,
} from './support/oauthVisit.js';
import { openBrowser, type VisitorOptions } from './support/visitor.js';

openBrowser();

let scripts: ReadonlyMap<string, string>;
beforeAll(async () => {
  scripts = await buildOauthPages();
});

const open = (options: PlaceOptions & VisitorOptions = {}) => openOauth(scripts, options);

test('a new person logs in in a window of its own, and is the same person when they come again', async () => {
  const { page, place } = await open();
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
  await expectShown(page, 'user', 'Ada');
  await closed(popup);
  expect(await keptOf(page)).toEqual([]);
  const first = await place.service.service.tools.store.read((db) =>
    db.selectFrom('organizations').selectAll().execute(),
  );
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  const again = await popupOf(page);
  await again.getByLabel('Email address').or(button(again, 'Allow')).first().waitFor();
  await allow(again);
  await expectShown(page, 'status', 'loggedIn');
  const second = await place.service.service.tools.store.read((db) =>
    db.selectFrom('organizations').selectAll().execute(),
  );
  expect(second.length).toBe(first.length);
});

test('who is logged in connects another identity in a window of its own, and is the same person by either', async () => {
  const { page, place } = await open();
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'user', 'Ada');
  await page.context().clearCookies(); // now log in at the provider as another person
  const other = await popupOf(page, 'Connect Example ID');
  await sayWho(other, 'ada@work.example');
  await page.reload(); // cancels it: a returning page does not take this answer for a login
  await ready(page);
  await other.close();
  await expectShown(page, 'user', 'Ada');
  const again = await popupOf(page, 'Connect Example ID');
  await button(again, 'Continue').or(button(again, 'Allow')).first().waitFor();
  if (await button(again, 'Continue').isVisible()) await sayWho(again, 'ada@work.example');
  await allow(again);
  await expectShown(page, 'connected', 'success');
  await closed(again);
  expect(await keptOf(page)).toEqual([]);
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  const third = await popupOf(page);
  await button(third, 'Allow').click();
  await expectShown(page, 'user', 'Ada');
  expect(place.violations).toEqual([]);
});

test('Example ID logs people in at an app on another port than the one it knows', async () => {
  const { page, place } = await open({ knownToExampleId: ['http://localhost:4500/callback'] });
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'user', 'Ada');
  await closed(popup);
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  await button(page, 'Continue in this tab').click();
  await allow(page);
  await expectShown(page, 'user', 'Ada');
  expect(place.violations).toEqual([]);
});

test('T-37 the window of the provider knows no opener that it could send elsewhere', async () => {
  const { page } = await open();
  const popup = await popupOf(page);
  await popup.getByLabel('Email address').waitFor();
  expect(await popup.evaluate(() => window.opener)).toBeNull();
});

test('under Cross-Origin-Opener-Policy: same-origin, where the window looks closed at once, the person is logged in', async () => {
  const { page } = await open({ openerPolicy: 'same-origin' });
  const popup = await popupOf(page);
  await sayWho(popup);
  await page.mouse.click(5, 5); // a press on the page shows that nothing is locked
  await expectShown(page, 'pending', 'false');
  await allow(popup); // a late answer is still taken
  await expectShown(page, 'status', 'loggedIn');
});

test('where no window opens, the same login goes on in this tab, and brings back path and form', async () => {
  const { page } = await open();
  await page.evaluate(() => Object.assign(window, { open: () => null }));
  await page.getByLabel('Note').fill('two chairs');
  await button(page, 'Continue with Example ID').click();
  await expectShown(page, 'error', 'POPUP_BLOCKED');
  await button(page, 'Continue in this tab').click();
  await sayWho(page);
  await allow(page);
  await ready(page);
  await expectShown(page, 'status', 'loggedIn');
  expect(page.url()).toMatch(/\/\?step=2#form$/);
  expect(await shown(page, 'returned')).toBe('/?step=2#form');
  expect(await page.getByLabel('Note').inputValue()).toBe('two chairs');
  expect(await keptOf(page)).toEqual([]);
});

test('a route of the app may be the redirect URL, for a window and for this tab', async () => {
  const { page } = await open({ atCallback: 'page' });
  const popup = await popupOf(page);
  await sayWho(popup);
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
  await closed(popup);
  await button(page, 'Log out').click();
  await expectShown(page, 'status', 'loggedOut');
  await button(page, 'Continue in this tab').click();
  await allow(page);
  await expectShown(page, 'status', 'loggedIn');
  expect(await shown(page, 'returned')).toBe('/?step=2#form');
  expect(page.url()).toMatch(/\/callback$/);
  expect(await keptOf(page)).toEqual([]);
});

test('T-47 an answer without a waiting login does not stay in the URL of such a route', async () => {
  const { page, advanceMs } = await open({ atCallback: 'page' });
  await page.goto(`/callback?code=forged&state=${'a'.repeat(43)}`);
  await expect.poll(() => page.url()).toMatch(/\/callback$/);
  await advanceMs(16_000);
  await expectShown(page, 'error', 'OAUTH_STATE_MISMATCH');
});

test('who gives up while this tab is about to leave stays, and nothing is left behind', async () => {
  const { page, place } = await open();
  place.instead.answer = ({ url = '' }) => url.startsWith('/auth'); // and never an answer
  await page.evaluate(() => {
    const look = setInterval(() => {
      if (!Object.keys(sessionStorage).some((name) => /oauth/.test(name))) return;
      clearInterval(look);
      setTimeout(() => {
        document.querySelectorAll('button')[2]?.click(); // "Give up": Playwright clicks nothing in a page that is being left
        Object.assign(window, { hasGivenUp: true });
      }, 500);
    }, 50);
  });
  await button(page, 'Continue in this tab').click();
  await expect.poll(() => page.evaluate(() => 'hasGivenUp' in window)).toBe(true);
  await expectShown(page, 'pending', 'false');
  expect(await keptOf(page)).toEqual([]);
  expect(await shown(page, 'status')).toBe('loggedOut');
});

test('a part of the kit that does not load is reported as such, and the window that waits for it is closed', async () => {
  const { page, context } = await open({ tolerated: /\/(authorization|followWindow)\.js / });
  await context.route(/\/(authorization|followWindow)\.js$/, (route) => route.abort());
  await page.reload();
  await ready(page);
  const popup = await popupOf(page);
  await expectShown(page, 'error', 'NETWORK_FAILED');
  await closed(popup);
});

test('consent that is denied in the window, or in this tab, is reported as such, and leaves nothing behind', async () => {
  const { page } = await open();
  const popup = await popupOf(page);
  await button(popup, 'Cancel').click();
  await expectShown(page, 'error', 'OAUTH_DENIED');
  await closed(popup);
  await button(page, 'Continue in this tab').click();
  await page.getByText('Log in to Example ID').waitFor();
  await button(page, 'Cancel').click();
  await ready(page);
  expect(await shown(page, 'error')).toBe('OAUTH_DENIED');
  expect(await shown(page, 'returned')).toBe('/?step=2#form');
  expect(await shown(page, 'status')).toBe('loggedOut');
  expect(await keptOf(page)).toEqual([]);
});

test('a page that is loaded again in the middle takes the answer all the same', async () => {
  const { page } = await open();
  const popup = await popupOf(page);
  await sayWho(popup);
  await page.reload();
  await ready(page);
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
  await closed(popup);
});

test('of two tabs that log in at once, each gets its own answer', async () => {
  const { page, newTab } = await open();
  const other = await newTab();
  await other.goto('/');
  await ready(other);
  const [one, two] = [await popupOf(page), await popupOf(other)];
  await button(two, 'Cancel').click();
  await expectShown(other, 'error', 'OAUTH_DENIED');
  expect(await shown(page, 'pending')).toBe('true');
  await one.getByLabel('Email address').waitFor();
  await sayWho(one);
  await allow(one);
  await expectShown(page, 'status', 'loggedIn');
  await expectShown(other, 'status', 'loggedIn'); // tabs share the session
});

test('a window that is closed ends the login, and so does who gives it up', async () => {
  const { page } = await open();
  const popup = await popupOf(page);
  await popup.getByLabel('Email address').waitFor();
  await new Promise((resolve) => setTimeout(resolve, 3_500)); // from now on a window that looks closed counts as closed
  await popup.close();
  await expectShown(page, 'error', 'OAUTH_CANCELLED');
  const second = await popupOf(page);
  await second.getByLabel('Email address').waitFor();
  await button(page, 'Give up').click();
  await expectShown(page, 'pending', 'false');
  await sayWho(second); // a window that is already at another site stays open: the opener may not close it
  await second.clock.install();
  await allow(second);
  await second.waitForURL(/callback/);
  await second.clock.runFor(4_100); // the message that nobody waits appears after 4 s
  await second.getByText('This login is over.').waitFor();
  expect(await shown(page, 'status')).toBe('loggedOut');
});

test('a window that only looks closed ends the login, and its answer logs the person in all the same', async () => {
  const { page } = await open();
  await page.evaluate(() => {
    const open = window.open.bind(window);
    Object.assign(window, {
      open(...given: Parameters<typeof open>) {
        const real = open(...given) as Window;
        return {
          get closed() {
            return 'liar' in window;
          },
          get location() {
            return real.location;
          },
          set opener(nobody: null) {
            real.opener = nobody;
          },
          postMessage: real.postMessage.bind(real),
          close: () => real.close(),
        };
      },
    });
  });
  const popup = await popupOf(page);
  await sayWho(popup);
  await new Promise((resolve) => setTimeout(resolve, 3_500));
  await page.evaluate(() => Object.assign(window, { liar: true }));
  await expectShown(page, 'error', 'OAUTH_CANCELLED');
  await allow(popup);
  await expectShown(page, 'status', 'loggedIn');
});

test('a provider that the configuration no longer offers, and a browser inside an app, are reported before a window opens', async () => {
  const { page, place } = await open();
  await place.service.configure({ oidcIssuers: [] });
  await page.reload();
  await ready(page);
  const popup = await popupOf(page);
  await expectShown(page, 'error', 'METHOD_NOT_ENABLED');
  await closed(popup);
  await page.evaluate(() => {
    const userAgent =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/22F76 Instagram 390.0';
    Object.defineProperty(navigator, 'userAgent', { get: () => userAgent });
  });
  await button(page, 'Continue with Example ID').click();
  await expectShown(page, 'error', 'IN_APP_BROWSER');
});

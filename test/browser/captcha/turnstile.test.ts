import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnstileToken } from '../../../src/client/captcha/turnstileToken.js';
import { turnstileStandIn } from '../../../src/service/dev/turnstileStandIn.js';

const scriptUrl = () => {
  const script = new Blob([`(${turnstileStandIn.toString()})()`], { type: 'text/javascript' });
  return URL.createObjectURL(script);
};
const passes = '1x00000000000000000000AA';
const fails = '2x00000000000000000000AB';
const asksForAClick = '3x00000000000000000000FF';
const solve = (siteKey: string, options = {}, signal?: AbortSignal) =>
  turnstileToken({ scriptUrl: scriptUrl(), ...options })({ siteKey, action: 'otp_init', signal });

beforeEach(() => {
  document.body.innerHTML = `
    <form data-latchkey="otp" lang="de"><input aria-label="E-Mail"></form>`;
  document.querySelector('input')?.focus();
});
afterEach(() => {
  document.body.innerHTML = '';
  Reflect.deleteProperty(globalThis, 'turnstile');
});

const group = async (): Promise<HTMLElement> => {
  await expect.poll(() => document.querySelector('[role=group]')).not.toBeNull();
  return document.querySelector<HTMLElement>('[role=group]') as HTMLElement;
};

test('most captchas are solved invisibly and without moving the focus', async () => {
  const before = document.body.innerHTML;
  expect(await solve(passes)).toBe('XXXX.DUMMY.TOKEN.XXXX');
  expect(document.body.innerHTML).toBe(before);
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test("an interactive captcha appears in the login's form with a name in its language, gets the focus, and returns it", async () => {
  const token = solve(asksForAClick);
  const box = await group();
  expect(box.closest('form')).toBe(document.querySelector('form'));
  expect(box.ariaLabel).toBe('Bestätige, dass du ein Mensch bist');
  expect(document.activeElement).toBe(box);
  const button = box.querySelector('button');
  button?.focus();
  expect(document.activeElement).toBe(button);
  button?.click();
  expect(await token).toBe('XXXX.DUMMY.TOKEN.XXXX');
  expect(document.querySelector('[role=group]')).toBeNull();
  expect(document.activeElement).toBe(document.querySelector('input'));
});

test('an app can choose where a captcha appears, and on a page without a login it appears in the corner', async () => {
  const place = document.createElement('section');
  document.body.append(place);
  const chosen = solve(asksForAClick, { container: () => place });
  expect((await group()).parentElement).toBe(place);
  (await group()).querySelector('button')?.click();
  await chosen;
  document.body.innerHTML = '';
  const token = solve(asksForAClick);
  const box = await group();
  expect([box.parentElement, box.style.position]).toEqual([document.body, 'fixed']);
  box.querySelector('button')?.click();
  await token;
});

test('a captcha that fails, is aborted or is removed from the page ends and leaves nothing behind', async () => {
  await expect(solve(fails)).rejects.toMatchObject({
    code: 'CAPTCHA_FAILED',
    message: expect.stringContaining('300030'),
  });
  const removed = expect(solve(asksForAClick)).rejects.toMatchObject({ code: 'CAPTCHA_FAILED' });
  (await group()).remove();
  await removed;
  const controller = new AbortController();
  const aborted = expect(solve(asksForAClick, {}, controller.signal)).rejects.toThrow('gone');
  await group();
  controller.abort(new Error('gone'));
  await aborted;
  expect(document.querySelectorAll('form > div')).toHaveLength(0);
});

test('a script that does not load is reported and loaded again later, and it has the nonce', async () => {
  const gone = scriptUrl();
  URL.revokeObjectURL(gone);
  const nonces: (string | undefined)[] = [];
  const watcher = new MutationObserver((records) => {
    for (const { addedNodes } of records)
      for (const node of addedNodes) if (node instanceof HTMLScriptElement) nonces.push(node.nonce);
  });
  watcher.observe(document.head, { childList: true });
  await expect(solve(passes, { scriptUrl: gone, nonce: 'abc' })).rejects.toMatchObject({ code: 'CAPTCHA_NOT_LOADED' });
  expect(document.querySelector(`script[src='${gone}']`)).toBeNull();
  expect(await solve(passes)).toBe('XXXX.DUMMY.TOKEN.XXXX');
  watcher.disconnect();
  expect(nonces[0]).toBe('abc');
});

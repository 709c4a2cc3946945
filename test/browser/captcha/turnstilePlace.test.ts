import { afterEach, beforeEach, expect, test } from 'vitest';
import { turnstileToken } from '../../../src/client/captcha/turnstileToken.js';
import { turnstileStandIn } from '../../../src/service/dev/turnstileStandIn.js';

const passes = '1x00000000000000000000AA';
const asksForAClick = '3x00000000000000000000FF';
const rendered: Readonly<Record<string, unknown>>[] = [];
const solve = (siteKey: string) => turnstileToken()({ siteKey, action: 'otp_init', signal: undefined });

beforeEach(() => {
  turnstileStandIn();
  const { turnstile } = globalThis as { readonly turnstile?: StandIn };
  const render = turnstile?.render;
  rendered.length = 0;
  Object.assign(turnstile ?? {}, {
    render: (...asked: Parameters<StandIn['render']>) => {
      rendered.push(asked[1]);
      return render?.(...asked);
    },
  });
  document.body.innerHTML = `
    <form data-latchkey="otp" lang="de" id="first"><input aria-label="E-Mail"></form>`;
});
afterEach(() => {
  document.body.innerHTML = '';
  Reflect.deleteProperty(globalThis, 'turnstile');
});

type StandIn = { readonly render: (container: HTMLElement, parameters: Readonly<Record<string, unknown>>) => string };

const find = <E extends HTMLElement>(selector: string) => document.querySelector(selector) as E;
const leaveTheFocus = () => (document.activeElement as HTMLElement).blur();
const group = async (): Promise<HTMLElement> => {
  await expect.poll(() => document.querySelector('[role=group]')).not.toBeNull();
  return find('[role=group]');
};

/** The form or dialog that shows an interactive captcha. */
async function placeOfOne(): Promise<string | undefined> {
  const token = solve(asksForAClick);
  const box = await group();
  expect(document.activeElement).toBe(box); // which nothing inert can have
  const place = box.closest('[id]')?.id;
  box.querySelector('button')?.click();
  await token;
  return place;
}

test('a captcha appears in the form that has the focus, else in the last visible form', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<form data-latchkey="login" id="last"><input></form>
     <div hidden><form data-latchkey="otp" id="hidden"></form></div>
     <form data-latchkey="otp" id="unseen" style="visibility: hidden"></form>
     <div inert><form data-latchkey="otp" id="inert"></form></div>`,
  );
  expect(await placeOfOne()).toBe('last');
  find('#first input').focus();
  expect(await placeOfOne()).toBe('first');
});

test('a captcha of a modal dialog appears in it, and not in a form behind it', async () => {
  document.body.insertAdjacentHTML(
    'beforeend',
    `<dialog id="modal"><form data-latchkey="login" id="within"><input></form><button>Close</button></dialog>
     <form data-latchkey="email-link" id="behind"><input></form>`,
  );
  find<HTMLDialogElement>('#modal').showModal();
  expect(await placeOfOne()).toBe('within');
  find('#modal > button').focus();
  expect(await placeOfOne()).toBe('within');
  leaveTheFocus();
  expect(await placeOfOne()).toBe('within');
  find('#within').remove();
  expect(await placeOfOne()).toBe('modal');
});

test('a person cancels a captcha, by a button in their language', async () => {
  const cancelled = expect(solve(asksForAClick)).rejects.toMatchObject({ code: 'CAPTCHA_CANCELLED' });
  const cancel = [...(await group()).querySelectorAll('button')].at(-1);
  expect(cancel?.textContent).toBe('Abbrechen');
  cancel?.click();
  await cancelled;
  expect(document.querySelector('[role=group]')).toBeNull();
});

test('if nothing had the focus, or that element is gone, the first field gets the focus', async () => {
  const field = find('input');
  for (const leave of [leaveTheFocus, () => find('#send').focus()]) {
    field.insertAdjacentHTML(
      'beforebegin',
      '<input type="hidden"><button>Back</button><button id="send">Send</button>',
    );
    leave();
    const token = solve(asksForAClick);
    const box = await group();
    find('#send').remove();
    const widget = box.querySelector('button');
    widget?.focus();
    expect(document.activeElement).toBe(widget);
    widget?.click();
    await token;
    expect(document.activeElement).toBe(field);
  }
});

test.each([
  ['', 'auto'],
  ['de', 'de'],
  ['pt-BR', 'pt-BR'],
  ['EN-us', 'en-US'],
  ['es-419', 'es'],
  ['sr-Latn-RS', 'sr-RS'],
  ['de-DE-1996', 'de-DE'],
  ['zh', 'zh-CN'],
  ['zh-Hans', 'zh-CN'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hans-HK', 'zh-CN'],
  ['fil', 'auto'],
  ['no tag', 'auto'],
])('on a page in "%s" the widget is requested in %s', async (lang, language) => {
  find('#first').lang = lang;
  await solve(passes);
  expect(rendered).toMatchObject([{ language }]);
});

test.each([
  ['0 10px', 'flexible'],
  ['0 11px', 'compact'],
])('in a form of 320 pixels with a padding of %s the widget is %s', async (padding, size) => {
  Object.assign(find('#first').style, { boxSizing: 'border-box', width: '320px', border: '0', padding });
  await solve(passes);
  expect(rendered).toMatchObject([{ size }]);
});

test('a captcha appears between a form’s field and its button', async () => {
  find('#first').insertAdjacentHTML('beforeend', '<button type="submit">Weiter</button><p>Kein Code?</p>');
  find('#first input').focus();
  const token = solve(asksForAClick);
  const box = await group();
  expect(box.previousElementSibling).toBe(find('#first input'));
  expect(box.nextElementSibling).toBe(find('[type=submit]'));
  box.querySelector('button')?.click();
  await token;
});

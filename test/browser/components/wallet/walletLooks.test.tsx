import axe from 'axe-core';
import { afterEach, expect, onTestFinished, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { fakeNode } from './fakeNode.js';
import { button, openHome, press } from './openHome.js';

afterEach(() => {
  delete document.documentElement.dataset.theme;
});

const faults = async (name: string) =>
  (await axe.run(`[data-latchkey="${name}"]`)).violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);

test.each(['light', 'dark'])(
  'axe finds no fault in the wallet, its menu and what it leads to, in the %s',
  async (theme) => {
    document.documentElement.dataset.theme = theme;
    fakeNode();
    await openHome();
    await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
    await press('More: Ethereum 1');
    expect(await faults('wallet')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    page.getByRole('tab', { name: 'Accounts' }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(page.getByText('Nothing signed or sent yet.')).toBeVisible();
    expect(await faults('wallet')).toEqual([]);
    await press('Receive');
    await expect.element(page.getByRole('img', { name: 'QR code of this address' })).toBeVisible();
    expect(await faults('receive')).toEqual([]);
    await press('Back');
    await press('Send');
    await expect.element(page.getByText('2 ETH available')).toBeVisible();
    await page.getByLabelText(/^Amount/).fill('1');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(await faults('send')).toEqual([]);
  },
);

const colours = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

/** What is pressed or typed in, without an outline of its own to be seen by. */
const withoutOutline = (name: string) => {
  const { canvas } = systemColours();
  const pressed = [
    ...document.querySelectorAll<HTMLElement>(`[data-latchkey="${name}"] :is(button, input, [role="tab"])`),
  ];
  expect(pressed.length).toBeGreaterThan(1);
  return pressed
    .filter((each) => each.checkVisibility() && !isOutlined(each, canvas))
    .map(({ outerHTML }) => outerHTML.slice(0, 160));
};

function isOutlined(element: HTMLElement, canvas: string): boolean {
  const boxes = [element, element.parentElement ?? element];
  if (boxes.some((box) => hasBorder(getComputedStyle(box), canvas))) return true;
  // Words that are underlined, a picture alone, and a row behind its mark are seen as what they are.
  if (element.dataset.part === 'toggle')
    return element.closest('[data-part="item"]')?.querySelector('[data-part="mark"]') != null;
  const { textDecorationLine } = getComputedStyle(element);
  return textDecorationLine.includes('underline') || element.querySelector('svg') !== null;
}

const hasBorder = ({ borderBottomStyle, borderBottomWidth, borderBottomColor }: CSSStyleDeclaration, canvas: string) =>
  borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0 && borderBottomColor !== canvas;

function systemColours(): { canvas: string } {
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'Canvas';
  const canvas = getComputedStyle(probe).color;
  probe.remove();
  return { canvas };
}

test('in forced colours everything that is pressed is seen, the chosen tab too, and the QR code stays black on white', async () => {
  onTestFinished(async () => {
    await colours('none');
  });
  fakeNode();
  await openHome();
  await colours('active');
  expect(matchMedia('(forced-colors: active)').matches).toBe(true);
  await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
  expect(withoutOutline('wallet')).toEqual([]);
  const marks = [true, false].map((isChosen) => {
    const row = document.querySelector(`[data-part="item"]:has([aria-pressed="${isChosen}"]) [data-part="mark"]`);
    return getComputedStyle(row as Element).outlineStyle;
  });
  expect(marks).toEqual(['solid', 'none']);
  const [chosen, other] = ['Accounts', 'Activity'].map((name) => {
    const { borderBottomColor, color } = getComputedStyle(page.getByRole('tab', { name }).element());
    return `${borderBottomColor} ${color}`;
  });
  expect(chosen).not.toBe(other);
  await press('Receive');
  const code = page.getByRole('img', { name: 'QR code of this address' });
  await expect.element(code).toBeVisible();
  expect(withoutOutline('receive')).toEqual([]);
  const box = code.element().parentElement as HTMLElement;
  expect(getComputedStyle(box).backgroundColor).toBe('rgb(255, 255, 255)');
  expect(getComputedStyle(code.element().querySelector('path') as Element).fill).toBe('rgb(0, 0, 0)');
  await press('Back');
  await press('Send');
  await expect.element(page.getByText('2 ETH available')).toBeVisible();
  expect(withoutOutline('send')).toEqual([]);
  await userEvent.tab();
  const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement as HTMLElement);
  expect([outlineStyle, Number.parseFloat(outlineWidth) >= 2]).toEqual(['solid', true]);
});

test('with letters twice as large on a narrow page no name of an account breaks inside a word', async () => {
  await page.viewport(320, 700);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(async () => {
    document.documentElement.style.fontSize = '';
    await page.viewport(414, 896);
  });
  fakeNode();
  await openHome();
  await expect.element(button('Ethereum 1')).toBeVisible();
  const lines = page
    .getByText('Ethereum 1', { exact: true })
    .elements()
    .map((each) => each.getClientRects().length);
  expect(Math.max(...lines)).toBeLessThanOrEqual(2);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('on a narrow page the name has its menu beside it, the network below, and Receive and Send share a line', async () => {
  await page.viewport(320, 700);
  onTestFinished(() => page.viewport(414, 896));
  fakeNode();
  await openHome();
  await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
  const boxOf = (selector: string) =>
    document.querySelector(`[data-latchkey="wallet"] ${selector}`)?.getBoundingClientRect() ?? new DOMRect();
  const [name, menu, chip] = [boxOf('[data-part="who"]'), boxOf('[data-opener="menu"]'), boxOf('[data-part="chip"]')];
  const isBeside = (one: DOMRect, other: DOMRect) => one.top < other.bottom && other.top < one.bottom;
  expect([isBeside(name, menu), isBeside(name, chip), chip.top >= name.bottom]).toEqual([true, false, true]);
  expect(isBeside(boxOf('[data-opener="receive"]'), boxOf('[data-opener="send"]'))).toBe(true);
  // The dots of the menus end where the lines end.
  const ends = Array.from(
    document.querySelectorAll('[data-part="menu"] svg'),
    (each) => each.getBoundingClientRect().right,
  );
  expect(ends.every((end) => Math.abs(end - boxOf('[data-part="list"]').right) < 4)).toBe(true);
});

test('with letters twice as large on a narrow page nothing of a payment leaves its card, in German either', async () => {
  await page.viewport(320, 700);
  document.documentElement.style.fontSize = '200%';
  onTestFinished(async () => {
    document.documentElement.style.fontSize = '';
    await page.viewport(414, 896);
  });
  fakeNode();
  await openHome({ settings: { language: 'de' } });
  await press('Senden');
  await expect.element(page.getByText('2 ETH verfügbar')).toBeVisible();
  const card = document.querySelector('[data-latchkey="send"]') as HTMLElement;
  const { right } = card.getBoundingClientRect();
  const inner = right - Number.parseFloat(getComputedStyle(card).paddingRight) + 1;
  const outside = Array.from(card.querySelectorAll<HTMLElement>('form *')).filter(
    (each) => each.checkVisibility() && each.getBoundingClientRect().right > inner,
  );
  expect(outside.map(({ outerHTML }) => outerHTML.slice(0, 120))).toEqual([]);
});

test('from right to left the address stands before what copies it, amounts before their symbols, and Send points to the left', async () => {
  fakeNode();
  await openHome({ settings: { language: 'ar' } });
  const home = () => document.querySelector('[data-latchkey="wallet"]');
  await expect.poll(() => home()?.querySelector('[data-part="amount"]')?.textContent).toBe('2 ETH');
  const leftOf = (selector: string) => home()?.querySelector(selector)?.getBoundingClientRect().left ?? Number.NaN;
  // The style sheet may come later than the amount.
  const isLeftOf = (selector: string, other: string) => expect.poll(() => leftOf(selector) < leftOf(other));
  await isLeftOf('[data-part="wallet"] > button', '[data-part="wallet"] > span').toBe(true);
  await isLeftOf('[data-part="amount"] bdi', '[data-part="amount"] [data-part="label"]').toBe(true);
  const icon = home()?.querySelector('[data-opener="send"] svg');
  await expect.poll(() => getComputedStyle(icon as Element).transform).toBe('matrix(-1, 0, 0, 1, 0, 0)');
});

const usdc = { chainId: 8453, address: `0x${'a0'.repeat(20)}`, symbol: 'USDC', decimals: 6 };
const sendsAt = () => Math.round(button('Send').element().getBoundingClientRect().top);

test('what is below the balances stays in its place when they come', async () => {
  const come = new AbortController();
  const came = new Promise((resolve) => come.signal.addEventListener('abort', resolve));
  const balances = async () => {
    await came;
    return [
      { token: undefined, symbol: 'ETH', decimals: 18, amount: 2n * 10n ** 18n },
      { token: usdc.address, symbol: 'USDC', decimals: 6, amount: 5_500_000n },
    ];
  };
  await openHome({ settings: { tokens: [usdc], balances } });
  await expect.element(page.getByText('USDC', { exact: true })).toBeVisible();
  const before = sendsAt();
  come.abort();
  await expect.element(page.getByText('5.5', { exact: true })).toBeVisible();
  expect(sendsAt()).toBe(before);
});

test('what is below the balances stays in its place where they could not be read', async () => {
  const node = fakeNode();
  node.isReachable = false;
  await openHome({ settings: { tokens: [usdc] } });
  await expect.element(button('Try again')).toBeVisible();
  const failed = sendsAt();
  node.isReachable = true;
  await press('Try again');
  await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
  expect(sendsAt()).toBe(failed);
});

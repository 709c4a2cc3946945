import { cleanup, render } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, describe, expect, test } from 'vitest';
import { cdp, page, userEvent } from 'vitest/browser';
import { ApprovalsInbox } from '../../../src/components/approvals/ApprovalsInbox.js';
import { LoginCard } from '../../../src/components/login/LoginCard.js';
import { ExportWalletScreen } from '../../../src/components/transfer/ExportWalletScreen.js';
import { ImportWalletScreen } from '../../../src/components/transfer/ImportWalletScreen.js';
import type { TestServiceSettings } from '../../../src/testing/createTestService.js';
import { openKit } from '../hooks/kit.js';
import { openAccount } from './account/openAccount.js';
import { openInbox } from './approvals/openInbox.js';
import { openLogin, topAtRest, wrong } from './login/openLogin.js';
import { openPage } from './openCard.js';
import { openTransfer } from './transfer/openTransfer.js';

const three: TestServiceSettings['config'] = {
  allowedAuthMethods: ['email', 'sms', 'passkey'],
  oauthClientIds: { google: ['acme'] },
  emailCustomizationParams: { appName: 'Acme' },
};

/** Of words that need one line in any font. */
const card = (
  <LoginCard
    messages={{ cardLead: 'New here?', agreeToOne: ['Agree to the ', '.'] }}
    methods={['email', 'sms', 'google', 'passkey']}
    logo={<img alt="" width={40} height={40} src="data:image/gif;base64,R0lGODlhAQABAAAAACw=" />}
    terms="/terms"
  />
);

const screenOf = (name: string) => document.querySelector<HTMLElement>(`[data-latchkey="${name}"]`) as HTMLElement;
const button = (name: string) => page.getByRole('button', { name, exact: true });
const partOf = (screen: HTMLElement, part: string) => screen.querySelector(`[data-part="${part}"]`) as HTMLElement;
const gapBetween = (above: Element, below: Element) =>
  Math.round(below.getBoundingClientRect().top - above.getBoundingClientRect().bottom);
const sizeOf = (screen: HTMLElement) => {
  const { width, height } = screen.getBoundingClientRect();
  return { width: Math.round(width), height: Math.round(height) };
};

afterEach(async () => {
  await page.viewport(414, 896);
});

describe('the card of three methods', () => {
  test.each([
    [480, 400, 496],
    [320, 296, 480], // 496 with a second line of the terms
  ])('on a page of %i pixels is %i wide and %i high', async (width, wide, high) => {
    await page.viewport(width, 900);
    const { container } = await openPage(card, { config: three });
    container.style.paddingInline = width === 320 ? '12px' : '';
    document.body.style.margin = '0';
    await expect.element(button('Continue with a passkey')).toBeVisible();
    await expect.element(button('Use phone')).toBeVisible();
    await expect.poll(() => sizeOf(screenOf('login'))).toEqual({ width: wide, height: high });
    document.body.style.margin = '';
  });

  test('has 12 pixels between field and button, by e-mail and by phone, until the line between them speaks', async () => {
    await openPage(card, { config: three });
    await expect.element(button('Use phone')).toBeVisible();
    const screen = screenOf('login');
    const gap = () => gapBetween(partOf(screen, 'input'), partOf(screen, 'submit'));
    await expect.poll(gap).toBe(12);
    await button('Use phone').click();
    await expect.element(page.getByLabelText('Phone number')).toBeVisible();
    await expect.poll(() => partOf(screen, 'country').textContent).toMatch(/\+\d/);
    expect(gapBetween(partOf(screen, 'phone'), partOf(screen, 'submit'))).toBe(12);
    await button('Use email').click();
    await expect.poll(gap).toBe(12);
    await button('Continue').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(gap()).toBe(40);
  });
});

test('card and button stay where they are while an address is refused, changed, sent again and refused again', async () => {
  const { email, type, alert, form, service } = await openLogin();
  await email.fill('ada');
  await type('{Enter}');
  await expect.element(alert).toBeVisible();
  const places = async () => [
    Math.round(form.getBoundingClientRect().top),
    Math.round(form.getBoundingClientRect().height),
    await topAtRest(form),
  ];
  const refused = await places();
  await type('@example.com');
  await expect.element(alert).not.toBeInTheDocument();
  expect(await places()).toEqual(refused);
  let answer = () => {};
  service.failures.next('otp_init', { until: new Promise<void>((resolve) => (answer = resolve)) });
  await type('{Enter}');
  await expect.poll(() => form.dataset.busy).toBe('true');
  expect(await places()).toEqual(refused);
  service.failures.next('otp_init', 'unreachable', 2);
  answer();
});

test('the step of the code is 370 pixels high, and none of them moves when a code is refused', async () => {
  const { askFor, form, type, codeFor, alert } = await openLogin();
  await askFor('ada@example.com');
  await topAtRest(form);
  const high = sizeOf(form).height;
  expect(Math.abs(high - 370)).toBeLessThanOrEqual(1); // a bold address may have a higher line
  const before = await topAtRest(form);
  await type(wrong(codeFor('ada@example.com')));
  await expect.element(alert).toBeVisible();
  expect([sizeOf(form).height, await topAtRest(form)]).toEqual([high, before]);
});

test('a press on the button sends an address whose host looks mistyped: no hint moves the button away', async () => {
  const { email, button, isAt, askFor, form } = await openLogin();
  await askFor('ada@example.com');
  await button('Back').click(); // the parts that give hints are there
  await isAt('contact');
  await topAtRest(form);
  await email.fill('ada@gmial.com');
  await button('Continue').click();
  await isAt('code');
});

describe('a screen is as wide as its kind', () => {
  const widthOf = (name: string) => Math.round(screenOf(name).getBoundingClientRect().width);

  test('400 pixels for one question: import and export', async () => {
    await page.viewport(1280, 800);
    const { draw, walletId } = await openTransfer();
    draw(<ImportWalletScreen />);
    await expect.element(page.getByRole('heading', { name: 'Import a wallet' })).toBeVisible();
    expect(widthOf('import')).toBe(400);
    draw(<ExportWalletScreen walletId={walletId} />);
    await expect.element(page.getByLabelText('I’m somewhere private')).toBeVisible();
    expect(widthOf('export')).toBe(400);
  });

  test('480 pixels for lists: account and approvals', async () => {
    await page.viewport(1280, 800);
    await openInbox(['Savings']);
    await expect.poll(() => document.querySelectorAll('[data-part="item"]').length).toBe(1);
    expect(widthOf('approvals')).toBe(480);
    cleanup();
    await openAccount();
    expect(widthOf('account')).toBe(480);
  });
});

test('the distances are tokens of the app', async () => {
  const { kit } = await openInbox(['Savings', 'Payroll']);
  await expect.poll(() => document.querySelectorAll('[data-part="item"]').length).toBe(2);
  const screen = screenOf('approvals');
  screen.style.setProperty('--latchkey-header-gap', '40px');
  screen.style.setProperty('--latchkey-list-gap', '30px');
  screen.style.setProperty('--latchkey-row-padding', '5px');
  const [first, second] = screen.querySelectorAll('[data-part="item"]');
  expect(gapBetween(partOf(screen, 'header'), partOf(screen, 'list'))).toBe(40);
  expect(gapBetween(first as Element, second as Element)).toBe(30);
  expect(getComputedStyle(partOf(first as HTMLElement, 'header')).paddingInlineStart).toBe('5px');
  await kit.service.close();
});

describe('a heading that a script focuses', () => {
  const colours = (value: 'active' | 'none') =>
    cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });
  afterEach(async () => {
    await colours('none');
    for (const style of document.querySelectorAll('[data-of-the-app]')) style.remove();
  });

  const ringOf = (element: Element) => getComputedStyle(element).outlineStyle;

  /** Goes on by keyboard, so that the browser would show where the focus is. */
  async function openHeading(name: string, screen: () => Promise<ReactElement>): Promise<HTMLElement> {
    render(await screen());
    await expect.poll(() => document.querySelectorAll(`[data-latchkey="${name}"] h2`).length).toBe(1);
    return document.querySelector(`[data-latchkey="${name}"] h2`) as HTMLElement;
  }

  test.each(['active', 'none'] as const)(
    'has no ring, and buttons have one, with forced colours: %s',
    async (value) => {
      const style = document.head.appendChild(document.createElement('style'));
      style.dataset.ofTheApp = '';
      style.textContent = ':focus-visible { outline: 3px dotted red }';
      const kit = await openKit();
      await kit.logIn();
      const heading = await openHeading('approvals', async () => <kit.wrapper>{<ApprovalsInbox />}</kit.wrapper>);
      await expect.element(button('All activity')).toBeVisible();
      await colours(value);
      await userEvent.tab();
      heading.focus();
      expect([document.activeElement === heading, ringOf(heading)]).toEqual([true, 'none']);
      await userEvent.tab();
      await expect.poll(() => document.activeElement?.tagName).toBe('BUTTON');
      expect(ringOf(document.activeElement as Element)).toBe('solid');
    },
  );
});

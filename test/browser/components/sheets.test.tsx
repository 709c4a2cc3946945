import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import accountSheet from '../../../src/components/account/account.css?inline';
import { ApprovalsInbox } from '../../../src/components/approvals/ApprovalsInbox.js';
import approvalsSheet from '../../../src/components/approvals/approvals.css?inline';
import { LoggedIn, LoggedOut } from '../../../src/components/login/LoggedIn.js';
import { LoginButton } from '../../../src/components/login/LoginButton.js';
import { LoginCard } from '../../../src/components/login/LoginCard.js';
import { OauthScreen } from '../../../src/components/login/OauthScreen.js';
import { PasskeyScreen } from '../../../src/components/login/PasskeyScreen.js';
import { EmailLinkScreen, RecoveryScreen } from '../../../src/components/mailLink/EmailLinkScreen.js';
import { PasskeyOffer } from '../../../src/components/passkey/PasskeyOffer.js';
import sharedSheet from '../../../src/components/styles.css?inline';
import { ExportWalletScreen } from '../../../src/components/transfer/ExportWalletScreen.js';
import { ImportWalletScreen } from '../../../src/components/transfer/ImportWalletScreen.js';
import transferSheet from '../../../src/components/transfer/transfer.css?inline';
import walletSheet from '../../../src/components/wallet/wallet.css?inline';
import type { TestServiceSettings } from '../../../src/testing/createTestService.js';
import { secondRoot } from '../../support/secondRoot.js';
import { openKit } from '../hooks/kit.js';
import { plugIn } from '../passkeys/authenticator.js';
import { openAccount } from './account/openAccount.js';
import { openCard as openReview } from './approvals/openInbox.js';
import { wrong } from './login/openLogin.js';
import { openPage } from './openCard.js';
import { openTransfer } from './transfer/openTransfer.js';

const own = { approvals: approvalsSheet, account: accountSheet, transfer: transferSheet, wallet: walletSheet };
type Own = keyof typeof own;

const ada = 'ada@example.com';
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const config: TestServiceSettings['config'] = {
  allowedAuthMethods: ['email', 'sms', 'passkey'],
  oauthClientIds: { google: ['acme'] },
};

/** The sheets that tests import, which are put away while this looks at its own. */
const imported = () => [...document.styleSheets].filter(({ ownerNode }) => !(ownerNode as HTMLElement).dataset.sheet);

afterEach(async () => {
  cleanup();
  for (const sheet of imported()) sheet.disabled = false;
  for (const style of document.querySelectorAll('[data-sheet]')) style.remove();
  await page.viewport(414, 896);
});

/** Puts these sheets into the page, in this order, and no others of ours. */
function wear(sheets: readonly string[]): void {
  for (const style of document.querySelectorAll('[data-sheet]')) style.remove();
  for (const text of sheets) {
    const style = document.head.appendChild(document.createElement('style'));
    style.dataset.sheet = '';
    style.textContent = text;
  }
}

/** Every computed style of every element of the screens, and of what stands before and after each. */
function looks(): string[] {
  const elements = [...document.querySelectorAll<HTMLElement>('[data-latchkey], [data-latchkey] *')];
  return elements.flatMap((element, index) =>
    ['', '::before', '::after'].flatMap((pseudo) => {
      const style = getComputedStyle(element, pseudo);
      if (pseudo !== '' && style.content === 'none') return [];
      const name = `${index} ${element.dataset.part ?? element.tagName}${pseudo}`;
      return [...style]
        .filter((property) => !property.startsWith('--'))
        .map((property) => `${name} ${property}: ${style.getPropertyValue(property)}`);
    }),
  );
}

/** No mail is asked for. */
const nowhere = async () => {};

const subsetsOf = <Item,>([first, ...rest]: readonly Item[]): Item[][] =>
  first === undefined ? [[]] : subsetsOf(rest).flatMap((subset) => [subset, [first, ...subset]]);

/** What the screens in the page look like otherwise beside the sheets of other screens, in either order. */
function changes(needed: Own | undefined): string[] {
  for (const sheet of imported()) sheet.disabled = true;
  const mine = needed ? [sharedSheet, own[needed]] : [sharedSheet];
  const others = (Object.keys(own) as Own[]).filter((name) => name !== needed);
  wear(mine);
  const alone = looks();
  const found = subsetsOf(others).flatMap((subset) => {
    const more = subset.map((name) => own[name]);
    return [[...mine, ...more], [...more, ...mine].toReversed()].flatMap((sheets, order) => {
      wear(sheets);
      const seen = looks();
      return alone.flatMap((look, index) =>
        look === seen[index]
          ? []
          : [`${look} → ${seen[index]}, beside ${subset.join(' and ')}${order === 1 ? ', in reverse' : ''}`],
      );
    });
  });
  wear([]);
  for (const sheet of imported()) sheet.disabled = false;
  expect(alone.length).toBeGreaterThan(1000);
  return found;
}

describe('no style sheet of another screen, before or after, changes how a screen looks', () => {
  test('the login card: all its methods, a refused address, a number, a passkey’s name, a refused code', async () => {
    const { service } = await openPage(<LoginCard terms="/terms" privacy="/privacy" footer="Need help?" />, { config });
    await expect.element(button('Continue with a passkey')).toBeVisible();
    await button('Continue').click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
    await button('Use phone').click();
    await expect.element(page.getByLabelText('Phone number')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
    await button('Use email').click();
    await page.getByLabelText('Email address').fill(ada);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByLabelText('6-digit code')).toHaveFocus();
    await userEvent.keyboard(wrong(service.inbox.lastCode(ada) ?? ''));
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
  });

  test('the screens for providers alone, for passkeys alone, and of links by e-mail', async () => {
    await openPage(
      <>
        <OauthScreen />
        <PasskeyScreen />
        <EmailLinkScreen sendLink={nowhere} />
        <RecoveryScreen sendLink={nowhere} />
      </>,
      { config },
    );
    await expect.poll(() => document.querySelectorAll('[data-step="asking"]').length).toBe(2);
    await button('Email me a link').first().click();
    await expect.element(page.getByRole('alert')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
  });

  test('the button with its dialog, the menu of who is logged in, and the offer of a passkey', async () => {
    await plugIn();
    const { logIn } = await openPage(
      <>
        <LoginButton />
        <LoggedIn>
          <PasskeyOffer />
        </LoggedIn>
        <LoggedOut>{null}</LoggedOut>
      </>,
      { config },
    );
    await button('Log in').click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
    await logIn(ada);
    await expect.element(button('Create a passkey')).toBeVisible();
    await button(/^Your account/).click();
    await expect.element(button('Log out')).toBeVisible();
    expect(changes(undefined)).toEqual([]);
  });

  test('the account: its rows, an open editor, and a deletion', async () => {
    await openAccount(config);
    await button('Change: Email').click();
    expect(changes('account')).toEqual([]);
    await button('Delete account').click();
    expect(changes('account')).toEqual([]);
  });

  test('the inbox of approvals, with details and with all activity', async () => {
    const kit = await openKit();
    const bob = await secondRoot(kit, await kit.logIn());
    for (const name of ['Savings', 'Payroll']) await bob.propose(name);
    render(<ApprovalsInbox />, { wrapper: kit.wrapper });
    await screen.findAllByRole('listitem');
    expect(changes('approvals')).toEqual([]);
    await openReview();
    await userEvent.click(await screen.findByText('Details'));
    expect(changes('approvals')).toEqual([]);
    await userEvent.keyboard('{Escape}');
    await button('All activity').click();
    await expect.element(page.getByRole('heading', { name: 'All activity' })).toBeVisible();
    await expect.poll(() => document.querySelectorAll('[data-part=item]').length).toBeGreaterThan(2);
    expect(changes('approvals')).toEqual([]);
  });

  test('import and export: words that are wrong, the warning, a phrase, and the question for its words', async () => {
    const { draw, walletId } = await openTransfer();
    draw(<ImportWalletScreen onDone={() => {}} />);
    await page.getByLabelText('Recovery phrase').fill('legal winner thank year wave sausage wroth');
    await expect.element(button(/^Word 7: use/).first()).toBeVisible();
    expect(changes('transfer')).toEqual([]);
    draw(<ExportWalletScreen walletId={walletId} onDone={() => {}} />);
    await page.getByLabelText('I’m somewhere private').click();
    expect(changes('transfer')).toEqual([]);
    await button('Continue').click();
    await expect.element(button('Hold to show')).toBeVisible();
    expect(changes('transfer')).toEqual([]);
    await button('I wrote it down').click();
    await expect.element(page.getByLabelText(/^Word \d+$/).first()).toBeVisible();
    expect(changes('transfer')).toEqual([]);
  });
});

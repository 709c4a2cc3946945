import { afterEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { ask } from '../../../../src/client/ask.js';
import { submit } from '../../../../src/client/submit.js';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { LoggedIn, LoggedOut } from '../../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import { createOauthProviders } from '../../../../src/contract/oauth.js';
import { getOauthProviders } from '../../../../src/contract/oauth.queries.js';
import { oauthNonce } from '../../../../src/crypto/oauthNonce.js';
import { createTestClock } from '../../../../src/testing/clock.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { type InPageIssuer, inPageIssuer } from '../../../support/inPageIssuer.js';
import '../../../../src/components/account/account.css';
import { openPage, type Page } from '../openCard.js';

const ada = 'ada@example.com';
const button = (name: string) => page.getByRole('button', { name, exact: true });
const connect = button('Connect: Example ID');
const disconnect = button('Disconnect: Example ID');
const alert = page.getByRole('alert');

const account = (
  <>
    <LoggedOut>
      <LoginCard autoFocus />
    </LoggedOut>
    <LoggedIn>
      <AccountPanel />
    </LoggedIn>
  </>
);

afterEach(() => void vi.restoreAllMocks());

/** Ada, logged in by a code at a configuration that has an identity provider, at her account. */
async function openAccount(config: TestServiceSettings['config'] = {}): Promise<Page & { issuer: InPageIssuer }> {
  const clock = createTestClock();
  const issuer = await inPageIssuer(clock);
  vi.spyOn(window, 'open').mockImplementation(issuer.open);
  const settings = { clock, outbound: issuer.outbound, config: { ...issuer.config, ...config } };
  const opened = await openPage(account, settings, { beside: issuer.beside });
  await opened.logIn(ada);
  await expect.element(button('Delete account')).toBeVisible();
  return { ...opened, issuer };
}

describe('the account panel’s connected accounts', () => {
  test('show a provider of the configuration, which is connected in its window and disconnected again', async () => {
    const { service } = await openAccount();
    await connect.click();
    await expect.element(disconnect).toBeVisible();
    await expect.element(disconnect).toHaveFocus();
    const { client, session } = await logIn(service, ada);
    const { oauthProviders } = await ask(client, getOauthProviders, { userId: session.userId }, { session });
    expect(oauthProviders).toMatchObject([{ providerName: 'Example ID', subject: 'ada' }]);
    await disconnect.click();
    await expect.element(connect).toBeVisible();
    await expect.element(connect).toHaveFocus();
  });

  test('are connected and disconnected by keyboard alone', async () => {
    await openAccount();
    await expect.element(connect).toBeVisible();
    (connect.element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(disconnect).toHaveFocus();
    await userEvent.keyboard(' ');
    await expect.element(connect).toHaveFocus();
  });

  test('distinguish two identities at one provider, so that the focused one is disconnected and not the other', async () => {
    const { service, issuer } = await openAccount();
    await connect.click();
    await expect.element(disconnect).toBeVisible();
    service.clock.advanceMs(5 * 60_000);
    const { client, session } = await logIn(service, ada);
    const oauthProviders = [
      { providerName: 'Example ID', oidcToken: await issuer.token('ada-at-work', await oauthNonce(session.publicKey)) },
    ];
    await submit(client, createOauthProviders, { userId: session.userId, oauthProviders }, { session });
    window.dispatchEvent(new Event('visibilitychange')); // the list is requested again
    const first = button('Disconnect: Example ID, Added 5 minutes ago');
    await expect.element(button('Disconnect: Example ID, Added now')).toBeVisible();
    await first.click();
    await expect.element(disconnect).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Connected accounts' })).toHaveFocus();
    const left = await ask(client, getOauthProviders, { userId: session.userId }, { session });
    expect(left.oauthProviders).toMatchObject([{ subject: 'ada-at-work' }]);
  });

  test('are shown even if the window looked closed before its answer arrived', async () => {
    const { issuer } = await openAccount();
    issuer.person.answers = 'nothing';
    const opened = issuer.open();
    vi.mocked(window.open).mockReturnValueOnce(opened);
    await connect.click();
    await expect.element(button('Cancel')).toBeVisible();
    await new Promise((resolve) => setTimeout(resolve, 3_500)); // from now on a window that looks closed counts as closed
    Object.assign(opened, { closed: true });
    await expect.element(button('Cancel')).not.toBeInTheDocument();
    issuer.person.answers = 'yes';
    await expect.element(disconnect).toBeVisible();
  });

  test('leave no key behind, however often a provider is connected', async () => {
    await openAccount();
    const counts: number[] = [];
    for (let times = 0; times < 2; times += 1) {
      await connect.click();
      await expect.element(disconnect).toBeVisible();
      counts.push(await keysKept());
      await disconnect.click();
      await expect.element(connect).toBeVisible();
    }
    expect(counts[1]).toBe(counts[0]);
  });

  test('ask for a fresh login first, and then continue without a second window', async () => {
    const { service } = await openAccount();
    service.clock.advanceMs(11 * 60_000);
    await connect.click();
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await button('Send code').click();
    await expect.element(page.getByRole('textbox', { name: '6-digit code' })).toHaveFocus();
    await userEvent.keyboard(service.inbox.lastCode(ada) ?? '');
    await expect.element(disconnect).toBeVisible();
    expect(window.open).toHaveBeenCalledOnce();
  });

  test('report a blocked window, and a person who declined in the window', async () => {
    const { issuer } = await openAccount();
    vi.mocked(window.open).mockReturnValueOnce(null);
    await connect.click();
    await expect.element(alert).toHaveTextContent('Allow pop-up windows for this site, then try again.');
    issuer.person.answers = 'no';
    await connect.click();
    await expect.element(alert).toHaveTextContent('Login was declined. Try again.');
  });

  test('can be cancelled while the window is open, without an error', async () => {
    const { issuer } = await openAccount();
    issuer.person.answers = 'nothing';
    await connect.click();
    await expect.element(page.getByText('Continue in the Example ID window')).toBeVisible();
    await button('Cancel').click();
    await expect.element(button('Cancel')).not.toBeInTheDocument();
    await expect.element(alert).not.toBeInTheDocument();
    issuer.person.answers = 'yes';
    await connect.click();
    await expect.element(disconnect).toBeVisible();
  });

  test('report an identity that belongs to another account', async () => {
    const { service, issuer } = await openAccount();
    const bob = await logIn(service, 'bob@example.com');
    const oauthProviders = [
      { providerName: 'Example ID', oidcToken: await issuer.token('ada', await oauthNonce(bob.session.publicKey)) },
    ];
    await submit(bob.client, createOauthProviders, { userId: bob.session.userId, oauthProviders }, bob);
    await connect.click();
    await expect.element(alert).toHaveTextContent('This already belongs to another account.');
  });

  test('do not disconnect the last login method, and say so', async () => {
    const { service } = await openAccount();
    await connect.click();
    await expect.element(disconnect).toBeVisible();
    service.failures.next('delete_oauth_providers', { refuse: 'LAST_CREDENTIAL' });
    await disconnect.click();
    await expect.element(alert).toHaveTextContent('This is your only way to log in. Add another first.');
    await expect.element(disconnect).toBeVisible();
  });

  test('report that the account has the maximum number', async () => {
    const { service } = await openAccount();
    service.failures.next('create_oauth_providers', { refuse: 'TOO_MANY_OAUTH_PROVIDERS' });
    await connect.click();
    await expect.element(alert).toHaveTextContent('You have ten connected accounts. Disconnect one first.');
  });

  test('are not shown if the configuration has no providers', async () => {
    await openAccount({ oidcIssuers: [] });
    await expect.element(page.getByText('This device')).toBeVisible();
    await expect.element(page.getByText('Connected accounts')).not.toBeInTheDocument();
  });
});

/** How many records the databases of this origin have. */
async function keysKept(): Promise<number> {
  const databases = await indexedDB.databases();
  const counts = await Promise.all(databases.map(({ name = '' }) => keysIn(name)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function keysIn(name: string): Promise<number> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const opening = indexedDB.open(name);
    opening.onsuccess = () => resolve(opening.result);
    opening.onerror = () => reject(opening.error);
  });
  const stores = [...database.objectStoreNames];
  const counts = stores.map(
    (store) =>
      new Promise<number>((resolve) => {
        const counting = database.transaction(store).objectStore(store).count();
        counting.onsuccess = () => resolve(counting.result);
      }),
  );
  const all = await Promise.all(counts);
  database.close();
  return all.reduce((sum, count) => sum + count, 0);
}

import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactElement, StrictMode } from 'react';
import { describe, expect, test } from 'vitest';
import { me } from '../../../src/client/flows/me.js';
import { AccountPanel } from '../../../src/components/account/AccountPanel.js';
import { ApprovalsInbox } from '../../../src/components/approvals/ApprovalsInbox.js';
import { LoggedIn, LoggedOut } from '../../../src/components/login/LoggedIn.js';
import { OtpScreen } from '../../../src/components/login/OtpScreen.js';
import { ScreenPlaceholder } from '../../../src/components/ScreenPlaceholder.js';
import { WalletHome } from '../../../src/components/wallet/WalletHome.js';
import type { LatchkeyError } from '../../../src/errors.js';
import { LatchkeyProvider, type LatchkeyProviderProps } from '../../../src/hooks/LatchkeyProvider.js';
import { partLost } from '../../../src/login/lazyPart.js';
import { logIn } from '../../../src/testing/logIn.js';
import { reportedErrors } from '../../support/reportedErrors.js';
import { proposeAll } from '../../support/secondRoot.js';
import { ada, type Kit, openKit } from '../hooks/kit.js';

const under = ({ client }: Pick<Kit, 'client'>, onError: LatchkeyProviderProps['onError'], children: ReactElement) => (
  <StrictMode>
    <LatchkeyProvider client={client} onError={onError}>
      {children}
      <p>The rest of the app</p>
    </LatchkeyProvider>
  </StrictMode>
);

const lost = () => (
  <ScreenPlaceholder name="export" lost={partLost()} first="form" elevation={undefined} classNames={undefined} />
);
const savings = 'Create wallet “Savings”';
const button = (name: string | RegExp) => screen.findByRole('button', { name });

/** An onError that keeps the codes it is told of. */
function listener() {
  const told: string[] = [];
  return { told, onError: ({ code }: LatchkeyError) => void told.push(code) };
}

/** An error of the app, and a function that throws it. */
function ownError() {
  const own = new Error('the monitor is not set up');
  const fails = () => {
    throw own;
  };
  return { own, fails, reported: reportedErrors() };
}

/** Ada’s inbox, in which as many equal requests wait. */
async function openSavings(count: number, onError: LatchkeyProviderProps['onError'], onDecided?: () => void) {
  const kit = await openKit();
  const names = Array.from({ length: count }, () => 'Savings');
  await proposeAll(kit, await kit.logIn(), names, () => kit.service.clock.advanceMs(1));
  render(under(kit, onError, <ApprovalsInbox {...(onDecided && { onDecided })} />));
  const [first] = await screen.findAllByRole('button', { name: savings });
  await userEvent.click(first as HTMLElement);
  return kit;
}

describe('what a function of the app does', () => {
  test('returning a promise from onError harms no screen: the app stays when a part that did not load leaves', async () => {
    const kit = await openKit();
    const told: string[] = [];
    const onError = async ({ code }: LatchkeyError) => void told.push(code);
    const { rerender } = render(under(kit, onError, lost()));
    await screen.findByRole('alert');
    rerender(under(kit, onError, <p>Another screen</p>));
    expect(screen.getByText('The rest of the app')).toBeVisible();
    await waitFor(() => expect(told).toEqual(['PART_NOT_FETCHED']));
  });

  test('throwing in onError is reported as the app’s own error, and the screen stays', async () => {
    const kit = await openKit();
    const { own, fails, reported } = ownError();
    render(under(kit, fails, lost()));
    await screen.findByRole('alert');
    await waitFor(() => expect(reported).toEqual([own]));
    expect(screen.getByText('The rest of the app')).toBeVisible();
  });

  test('throwing in onError or onDecided leaves no request at “Approving…”, and the next vote is sent', async () => {
    const { own, fails, reported } = ownError();
    const kit = await openSavings(2, fails, fails);
    kit.service.failures.next('approve_activity', { refuse: 'NOT_AUTHORIZED' });
    await userEvent.click(await button(`Approve all 2: ${savings}`));
    await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved 1 of 2.'));
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(1));
    expect(screen.getByRole('listitem')).toHaveAttribute('data-error', 'NOT_AUTHORIZED');
    await userEvent.click(await button(savings));
    await userEvent.click(await button(`Approve: ${savings}`));
    await waitFor(() => expect(screen.queryAllByRole('listitem')).toEqual([]));
    expect(reported).toEqual([own, own, own]);
  });

  test('throwing in onLogin after a code is reported as its own error: the person is logged in', async () => {
    const kit = await openKit();
    const { own, fails, reported } = ownError();
    const { told, onError } = listener();
    render(under(kit, onError, <OtpScreen onLogin={fails} />));
    await userEvent.type(await screen.findByLabelText('Email address'), `${ada}{Enter}`);
    const code = await screen.findByLabelText('6-digit code');
    await userEvent.type(code, kit.service.inbox.lastCode(ada) ?? '');
    await waitFor(() => expect(reported).toEqual([own]));
    expect(kit.client.sessions.getSnapshot().active).toBeDefined();
    expect([told, screen.queryByRole('alert')]).toEqual([[], null]);
  });
});

describe('the app is told once', () => {
  test('of the inbox that does not load, whose person is told when to try again', async () => {
    const kit = await openKit();
    await kit.logIn();
    kit.service.failures.next('list_activities', { refuse: 'TOO_MUCH_WORK', details: { retryAfterMs: 60_000 } });
    const { told, onError } = listener();
    render(under(kit, onError, <ApprovalsInbox />));
    expect(await screen.findByRole('alert')).toHaveTextContent('The service is busy right now. Try again in 1 minute.');
    await waitFor(() => expect(told).toEqual(['TOO_MUCH_WORK']));
  });

  test('of all activity that does not load', async () => {
    const kit = await openKit();
    await kit.logIn();
    const { told, onError } = listener();
    render(under(kit, onError, <ApprovalsInbox />));
    const link = await button('All activity');
    kit.service.failures.next('list_activities', { refuse: 'INTERNAL' }, 2);
    await userEvent.click(link);
    await screen.findByRole('alert');
    await waitFor(() => expect(told).toEqual(['INTERNAL']));
  });

  test('of the account that does not load', async () => {
    const kit = await openKit();
    await kit.logIn();
    kit.service.failures.next('get_user', { refuse: 'INTERNAL' });
    const { told, onError } = listener();
    render(under(kit, onError, <AccountPanel />));
    await button('Try again');
    expect(told).toEqual(['INTERNAL']);
  });

  test('but not of a fresh login that is required, which the panel asks for', async () => {
    const kit = await openKit();
    await kit.logIn();
    const { told, onError } = listener();
    render(under(kit, onError, <AccountPanel />));
    await userEvent.click(await button('Add: Name'));
    kit.service.failures.next('update_user_name', { refuse: 'FRESH_LOGIN_REQUIRED' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    await screen.findByRole('heading', { name: 'Confirm it’s you' });
    expect([told, screen.queryByRole('alert')]).toEqual([[], null]);
  });
});

describe('a screen’s own onError is told once, and the provider beside it', () => {
  type OnError = LatchkeyProviderProps['onError'];
  const refused: [name: string, call: string, times: number, draw: (onError: OnError) => ReactElement][] = [
    ['the account', 'get_user', 1, (onError) => <AccountPanel onError={onError} />],
    ['the inbox', 'list_activities', 1, (onError) => <ApprovalsInbox onError={onError} />],
    ['the wallet', 'list_wallet_accounts', 9, (onError) => <WalletHome onError={onError} />],
  ];
  test.each(refused)('%s, which does not load', async (_name, call, times, draw) => {
    const kit = await openKit();
    await kit.logIn();
    kit.service.failures.next(call, { refuse: 'TOO_MUCH_WORK', details: { retryAfterMs: 60_000 } }, times);
    const provider = listener();
    const own = listener();
    render(under(kit, provider.onError, draw(own.onError)));
    await waitFor(() => expect(own.told).toEqual(['TOO_MUCH_WORK']));
    expect(provider.told).toEqual(['TOO_MUCH_WORK']);
  });

  test('whatever becomes of the function while a screen is mounted, and not of other screens', async () => {
    const kit = await openKit();
    await kit.logIn();
    const [first, second, other] = [listener(), listener(), listener()];
    const screens = (onError: OnError) => (
      <>
        <AccountPanel onError={onError} />
        <ApprovalsInbox onError={other.onError} />
      </>
    );
    const { rerender } = render(under(kit, undefined, screens(first.onError)));
    await userEvent.click(await button('Add: Name'));
    rerender(under(kit, undefined, screens(second.onError)));
    kit.service.failures.next('update_user_name', { refuse: 'NAME_TAKEN' });
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Ada{Enter}');
    await waitFor(() => expect(second.told).toEqual(['NAME_TAKEN']));
    expect([first.told, other.told]).toEqual([[], []]);
  });
});

test('each of two providers on a page is told of a part that did not load', async () => {
  const kit = await openKit();
  const told: string[] = [];
  const part = lost();
  const screens = ['first', 'second'].map((name) => (
    <LatchkeyProvider key={name} client={kit.client} onError={({ code }) => void told.push(`${name}: ${code}`)}>
      {part}
    </LatchkeyProvider>
  ));
  render(<StrictMode>{screens}</StrictMode>);
  await waitFor(() => expect(told.toSorted()).toEqual(['first: PART_NOT_FETCHED', 'second: PART_NOT_FETCHED']));
});

test('after a vote that the service is too busy for, the rest of them is not sent, and can be sent later', async () => {
  const { told, onError } = listener();
  const kit = await openSavings(3, onError);
  kit.service.failures.next('approve_activity', { refuse: 'TOO_MUCH_WORK', details: { retryAfterMs: 60_000 } });
  await userEvent.click(await button(`Approve all 3: ${savings}`));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved 0 of 3.'));
  expect(screen.getByRole('alert')).toHaveTextContent('The service is busy right now. Try again in 1 minute.');
  expect(told).toEqual(['TOO_MUCH_WORK']);
  expect(screen.getAllByRole('listitem').filter((row) => row.dataset.busy)).toEqual([]);
  await userEvent.click((await screen.findAllByRole('button', { name: savings }))[0] as HTMLElement);
  await userEvent.click(await button(`Approve all 3: ${savings}`));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Approved 3 of 3.'));
});

describe('logging out everywhere that fails', () => {
  /** Ada’s account, and another device of hers. */
  async function openAccount() {
    const kit = await openKit();
    const elsewhere = (await logIn(kit.service, ada)).client;
    kit.service.clock.advanceMs(60_000);
    await kit.logIn();
    const { told, onError } = listener();
    const screens = (
      <>
        <LoggedIn>
          <AccountPanel />
        </LoggedIn>
        <LoggedOut>Nobody is logged in</LoggedOut>
      </>
    );
    render(under(kit, onError, screens));
    const everywhere = await button('Log out everywhere');
    kit.service.failures.next('delete_api_keys', { refuse: 'TOO_MUCH_WORK', details: { retryAfterMs: 60_000 } });
    await userEvent.click(everywhere);
    expect(await screen.findByRole('alert')).toHaveTextContent('Other devices may still be logged in.');
    await waitFor(() => expect(told).toEqual(['TOO_MUCH_WORK']));
    expect(kit.client.sessions.getSnapshot().active).toBeDefined();
    return { elsewhere };
  }

  test('is told to the person, who stays logged in and tries again', async () => {
    const { elsewhere } = await openAccount();
    await userEvent.click(await button('Try again: Log out everywhere'));
    await screen.findByText('Nobody is logged in');
    await expect(me(elsewhere)).rejects.toMatchObject({ code: 'PUBLIC_KEY_NOT_FOUND' });
  });

  test('can be left by logging out here alone', async () => {
    const { elsewhere } = await openAccount();
    await userEvent.click(await button('Log out here only'));
    await screen.findByText('Nobody is logged in');
    expect((await me(elsewhere)).userEmail).toBe(ada);
  });
});

test('a device whose clock is 20 minutes ahead lists the person’s other sessions, too', async () => {
  const kit = await openKit();
  await logIn(kit.service, ada);
  kit.service.clock.advanceMs(60_000);
  const clock = () => kit.service.clock() + 20 * 60_000;
  const { client } = await logIn(kit.service, ada, { clock });
  render(under({ client }, undefined, <AccountPanel />));
  await button('Log out: This device');
  expect(screen.getAllByRole('button', { name: /^Log out: / })).toHaveLength(2);
});

import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { submit } from '../../../../src/client/submit.js';
import { createAuthenticators, deleteAuthenticators } from '../../../../src/contract/authenticators.js';
import type { TestService, TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { createPasskey } from '../../../support/passkey.js';
import { plugIn } from '../../passkeys/authenticator.js';
import { openPage } from '../openCard.js';
import { account, ada, button, openAccount } from './openAccount.js';

const passkeys: NonNullable<TestServiceSettings['config']> = { allowedAuthMethods: ['email', 'passkey'] };
const title = page.getByRole('heading', { name: 'Confirm it’s you' });
const nameField = page.getByRole('textbox', { name: 'Name', exact: true });

/**
 * Ada at her account, which has a passkey “Laptop”; `removeIt` removes that on another device, and from then on no list is read before
 * something is changed here: it would take the row from under a press. `answered` has the names of requests.
 */
async function openWithPasskey() {
  const answered: string[] = [];
  let underWay = 0;
  let [changed, change] = [Promise.resolve(), () => {}];
  const beside =
    (rest: typeof fetch): typeof fetch =>
    async (...request) => {
      const name = new URL(new Request(...request).url).pathname.split('/').at(-1) ?? '';
      if (name === 'get_authenticators') await changed;
      underWay += 1;
      const answer = await rest(...request).finally(() => {
        underWay -= 1;
      });
      answered.push(name);
      if (/^(delete|update)_/.test(name)) change();
      return answer;
    };
  const opened = await openPage(account, { config: passkeys }, { beside });
  const { client, session } = await logIn(opened.service, ada);
  const { userId } = session;
  const made = await (await createPasskey({ origin: location.origin })).register();
  const authenticators = [{ ...made, authenticatorName: 'Laptop' }];
  const { result } = await submit(client, createAuthenticators, { userId, authenticators }, { session });
  await opened.logIn(ada);
  await expect.element(button('Rename: Laptop')).toBeVisible();
  await expect.poll(() => underWay).toBe(0);
  const removeIt = () => {
    changed = new Promise((resolve) => {
      change = resolve;
    });
    return submit(client, deleteAuthenticators, { userId, ...result }, { session });
  };
  return { ...opened, removeIt, answered };
}

/** Answers the next renaming of a passkey when the returned function is called. */
function holdRename({ failures }: TestService): () => void {
  let answer = () => {};
  const until = new Promise<void>((resolve) => {
    answer = resolve;
  });
  failures.next('update_authenticator', { until });
  return answer;
}

/** “Laptop” is renamed, and the renaming is cancelled while it is sent. */
async function cancelRename(service: TestService): Promise<() => void> {
  const answer = holdRename(service);
  await button('Rename: Laptop').click();
  await userEvent.keyboard('Spare key{Enter}');
  await expect.element(button('Save')).toHaveAttribute('data-state', 'busy');
  await userEvent.keyboard('{Escape}');
  await expect.element(button('Rename: Laptop')).toHaveFocus();
  return answer;
}

describe('a change that is cancelled while it is sent', () => {
  test('closes no editor that was opened since, and the list shows what the service did', async () => {
    const { service } = await openWithPasskey();
    const answer = await cancelRename(service);
    await button('Add: Name').click();
    await userEvent.keyboard('Ada Lovel');
    answer();
    await expect.element(button('Rename: Spare key')).toBeVisible();
    await expect.element(nameField).toHaveValue('Ada Lovel');
    await expect.element(nameField).toHaveFocus();
    await expect.element(page.getByText('Saved.')).not.toBeInTheDocument();
  });

  test('asks for no fresh login', async () => {
    const { service, answered } = await openWithPasskey();
    service.clock.advanceMs(11 * 60_000);
    const answer = await cancelRename(service);
    answer();
    await expect.poll(() => answered).toContain('update_authenticator');
    await button('Add: Name').click();
    await userEvent.keyboard('Ada Lovelace{Enter}');
    await expect.element(page.getByText('Saved.')).toBeInTheDocument();
    await expect.element(title).not.toBeInTheDocument();
    await expect.element(button('Rename: Laptop')).toBeVisible();
  });
});

describe('a passkey that was removed on another device', () => {
  test('leaves the list when it is renamed, and its editor closes', async () => {
    await plugIn();
    const { removeIt } = await openWithPasskey();
    await button('Rename: Laptop').click();
    await removeIt();
    await userEvent.keyboard('Spare key{Enter}');
    await expect.element(button('Add a passkey')).toHaveFocus();
    await expect.element(page.getByRole('textbox')).not.toBeInTheDocument();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await expect.element(page.getByText('Saved.')).not.toBeInTheDocument();
    let isHeard = false;
    const hear = () => {
      isHeard = true;
    };
    document.addEventListener('keydown', hear, { once: true });
    await userEvent.keyboard('{Escape}'); // nothing is open: a dialog around the panel may close
    expect(isHeard).toBe(true);
  });

  test('leaves the list when it is removed here, too', async () => {
    await plugIn();
    const { removeIt } = await openWithPasskey();
    await removeIt();
    await button('Remove: Laptop').click();
    await expect.element(button('Remove: Laptop')).not.toBeInTheDocument();
    await expect.element(button('Add a passkey')).toHaveFocus();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  });
});

describe('the question for a fresh login', () => {
  test('has the focus when it appears, and Escape returns it to the button that was pressed', async () => {
    const { service } = await openWithPasskey();
    service.clock.advanceMs(11 * 60_000);
    await button('Remove: Laptop').click();
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(title).not.toBeInTheDocument();
    await expect.element(button('Remove: Laptop')).toHaveFocus();
  });

  test('has the focus when it replaces an editor, and Escape returns it to the button of that editor', async () => {
    const { service } = await openWithPasskey();
    service.clock.advanceMs(11 * 60_000);
    await button('Rename: Laptop').click();
    await userEvent.keyboard('Spare key{Enter}');
    await expect.element(title).toHaveFocus();
    await userEvent.keyboard('{Escape}');
    await expect.element(button('Rename: Laptop')).toHaveFocus();
  });
});

test('a name loses the marks of direction that came with a pasted text', async () => {
  await openAccount();
  await button('Add: Name').click();
  await nameField.fill('\u200fعائدة\u200e ');
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('عائدة', { exact: true })).toBeVisible();
  await expect.element(page.getByText('Saved.')).toBeInTheDocument();
});

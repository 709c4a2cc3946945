import { useState } from 'react';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Client } from '../../../src/client/createClient.js';
import { LoginCard } from '../../../src/components/login/LoginCard.js';
import { useLatchkey } from '../../../src/hooks/context.js';
import { rememberMethod } from '../../../src/login/lastMethod.js';
import type { TestServiceSettings } from '../../../src/testing/createTestService.js';
import { openPage } from '../components/openCard.js';
import { state, waitForGoogle } from './waitingLogin.js';

const config: NonNullable<TestServiceSettings['config']> = {
  allowedAuthMethods: ['email'],
  oauthClientIds: { google: ['acme'] },
};

afterEach(() => void vi.restoreAllMocks());

/** A card that is removed and shown again. */
function Card({ leave }: { leave: (client: Client) => void }) {
  const client = useLatchkey();
  const [visit, setVisit] = useState(0);
  function comeBack() {
    leave(client);
    setVisit(visit + 1);
  }
  return (
    <>
      <button type="button" onClick={comeBack}>
        Come back
      </button>
      <LoginCard key={visit} />
    </>
  );
}

test('a redirect that returns without a login is reported with the name of its provider', async () => {
  const back = { search: '', hash: `#state=${state}&error=server_error` };
  const card = await openPage(
    <Card
      leave={(client) => {
        rememberMethod(client, { type: 'oauth', provider: 'google' });
        waitForGoogle(client, { mode: 'redirect', back });
      }}
    />,
    { config },
  );
  await expect.element(card.button('Continue with Google')).toBeVisible();
  await card.button('Come back').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent(/^Google login didn’t work/);
  await expect.element(card.button('Continue')).toHaveAttribute('aria-disabled', 'false');
});

test('on the route of the redirect URL a card passes the answer to the waiting page, and is busy until then', async () => {
  const { href } = location;
  onTestFinished(() => history.replaceState(history.state, '', href));
  const close = vi.spyOn(window, 'close').mockReturnValue();
  const opener = new BroadcastChannel(`latchkey.oauth.${state}`);
  onTestFinished(() => opener.close());
  const received: unknown[] = [];
  opener.addEventListener('message', ({ data }) => received.push(data));
  const search = `?code=given&state=${state}`;
  const card = await openPage(
    <Card leave={() => history.replaceState(history.state, '', location.pathname + search)} />,
    { config },
  );
  await expect.element(card.button('Continue with Google')).toBeVisible();
  await card.button('Come back').click();
  await expect.poll(() => received[0]).toEqual({ latchkeyOauth: 'answer', state, back: { search, hash: '' } });
  expect(location.search).toBe('');
  await expect.element(card.button('Continue with Google')).toHaveAttribute('aria-disabled', 'true');
  opener.postMessage({ latchkeyOauth: 'taken', state });
  await expect.poll(() => close).toHaveBeenCalledOnce();
  await expect.element(card.button('Continue with Google')).toHaveAttribute('aria-disabled', 'false');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

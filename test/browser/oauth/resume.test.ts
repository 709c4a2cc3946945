import { expect, onTestFinished, test } from 'vitest';
import { resumeLogin } from '../../../src/client/oauth/returnedLogin.js';
import { openDevice } from '../passkeys/device.js';
import { state, waitForGoogle } from './waitingLogin.js';

test('of two buttons that continue the same login after a reload, one takes its answer', async () => {
  const { client } = await openDevice();
  waitForGoogle(client, { mode: 'popup' });
  const window = new BroadcastChannel(`latchkey.oauth.${state}`);
  onTestFinished(() => window.close());
  const { signal } = new AbortController();
  const both = Promise.allSettled([resumeLogin(client, 'google', signal), resumeLogin(client, 'google', signal)]);
  window.postMessage({
    latchkeyOauth: 'answer',
    state,
    back: { search: '', hash: `#state=${state}&error=access_denied` },
  });
  const codes = (await both).map((login) => (login.status === 'rejected' ? login.reason.code : login.value));
  expect(codes.sort()).toEqual(['OAUTH_CANCELLED', 'OAUTH_DENIED']);
});

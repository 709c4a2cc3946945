import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { OtpScreen } from '../../../../src/components/login/OtpScreen.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { createTestService } from '../../../../src/testing/createTestService.js';
import { leavePage } from '../leavePage.js';
import '../../../../src/components/styles.css';

const last = { channel: 'email', shown: 'ada@example.com' };
const sent = {
  to: { channel: 'sms', address: '+447400123456', shown: '+44 7400 123456' },
  codes: [{ otpId: 'a', expiresAtMs: 9e15 }],
  resendAtMs: 9e15,
  isLocked: false,
};

test.each([
  [
    'offers who logged in last',
    { last },
    () => expect.element(page.getByLabelText('Email address')).toHaveValue(last.shown),
  ],
  [
    'comes back to the code that was under way',
    { step: { at: 'code', sent } },
    () => expect.element(page.getByRole('status')).toHaveTextContent('+44 7400 123456'),
  ],
])('a page that a server rendered %s, and React finds nothing to complain of', async (_, kept, isBack) => {
  const service = await createTestService({ wasmUrl });
  const { settings } = service;
  const app = (
    <LatchkeyProvider settings={settings}>
      <OtpScreen />
    </LatchkeyProvider>
  );
  const container = document.body.appendChild(document.createElement('main'));
  container.innerHTML = renderToString(app);
  expect(container.querySelector('input')?.value).toBe('');
  sessionStorage.setItem(`latchkey.login.${settings.authProxyConfigId}`, JSON.stringify(kept));
  const complaints = vi.spyOn(console, 'error');
  const root = hydrateRoot(container, app, { onRecoverableError: (error) => console.error(error) });
  onTestFinished(() => complaints.mockRestore());
  leavePage(() => root.unmount(), container, service);
  await isBack();
  expect(complaints).not.toHaveBeenCalled();
});

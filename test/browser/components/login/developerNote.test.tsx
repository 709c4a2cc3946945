import { createRoot } from 'react-dom/client';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoginCard } from '../../../../src/components/login/LoginCard.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { useLoginWithOauth } from '../../../../src/hooks/oauthLogin.js';
import type { Descriptor } from '../../../../src/reading/clearSigning/descriptor.js';
import type { TestServiceSettings } from '../../../../src/testing/createTestService.js';
import { openPage } from '../openCard.js';
import { openLogin } from './openLogin.js';

let notes: MockInstance<typeof console.warn>;
beforeEach(() => {
  notes = vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => notes.mockRestore());

const noted = () => notes.mock.calls.flat().join('\n');
const email = page.getByRole('textbox', { name: 'Email address' });

test.each([
  ['ORIGIN_NOT_ALLOWED', /localhost.* is not among the allowedOrigins of the configuration [0-9a-f-]{36}/],
  ['PROXY_NOT_AVAILABLE', /has no enabled configuration [0-9a-f-]{36}.*\/dev\/config/],
] as const)(
  '%s is logged once with its cause and its fix, and the person sees only what concerns them',
  async (refuse, note) => {
    const { service, alert, form } = await openLogin();
    service.failures.next('otp_init', { refuse }, 2);
    await email.fill('ada@example.com');
    await userEvent.keyboard('{Enter}');
    await expect.element(alert).toBeVisible();
    expect(form.textContent).not.toMatch(/localhost|configuration|origin/i);
    expect(noted()).toMatch(note);
    await userEvent.keyboard('{Enter}');
    await expect.poll(() => form.dataset.busy).toBeUndefined();
    expect(noted().match(new RegExp(refuse, 'g'))).toHaveLength(1);
  },
);

test('a service whose answer the page may not read is reported with both possible causes', async () => {
  const { service, alert } = await openLogin();
  service.failures.next('otp_init', 'unreachable');
  await email.fill('ada@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(alert).toHaveTextContent('Can’t connect. Try again.');
  expect(noted()).toMatch(/Either no service runs there, or http:\/\/localhost:\d+ is not among the allowedOrigins/);
});

const google: TestServiceSettings['config'] = { allowedAuthMethods: ['email'], oauthClientIds: { google: ['acme'] } };
const cannotReturn =
  /OAUTH_NOT_CONFIGURED.*is a page of http:\/\/localhost:\d+, to which a provider's answer could come/;

test('a shown provider whose answer cannot come to this origin is reported before anybody clicks it', async () => {
  await openPage(<LoginCard />, { config: google });
  await expect.element(page.getByRole('button', { name: 'Continue with Google' })).toBeVisible();
  await expect.poll(noted).toMatch(cannotReturn);
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  expect(noted().match(/OAUTH_NOT_CONFIGURED/g)).toHaveLength(1);
});

test.each([
  ['the app shows none', <LoginCard key="card" methods={['email']} />, {}],
  ['its answer can come', <LoginCard key="card" />, { oauthRedirectUrls: [`${location.origin}/callback`] }],
])('providers are not reported where %s', async (_, card, config) => {
  const { email } = await openPage(card, { config: { ...google, ...config } });
  await expect.element(email).toBeVisible();
  await expect.poll(() => localStorage.length).toBeGreaterThan(0); // the configuration is known
  expect(noted()).not.toContain('OAUTH_NOT_CONFIGURED');
});

function OwnButton() {
  const login = useLoginWithOauth('google');
  return (
    <button type="button" onClick={() => login.mutate()}>
      Google
    </button>
  );
}

test('a button of the app’s own for such a provider is reported as soon as it is shown', async () => {
  await openPage(<OwnButton />, { config: google });
  await expect.poll(noted).toMatch(cannotReturn);
});

test('a missing style sheet is reported, and a present one is not', async () => {
  for (const sheet of document.styleSheets) sheet.disabled = true;
  await openLogin();
  await expect.poll(noted).toContain("import 'latchkey/styles.css'");
  for (const sheet of document.styleSheets) sheet.disabled = false;
});

test('a style sheet that comes after the screen is not taken for missing', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    for (const sheet of document.styleSheets) sheet.disabled = true;
    await openLogin();
    for (const sheet of document.styleSheets) sheet.disabled = false;
    vi.advanceTimersByTime(60_000);
    expect(noted()).not.toContain('STYLES_MISSING');
  } finally {
    vi.useRealTimers();
  }
});

test('a URL with the version behind it is used without, and reported', async () => {
  const settings = { authProxyUrl: 'https://auth.example.com/v1/', authProxyConfigId: crypto.randomUUID() };
  const root = createRoot(document.createElement('div'));
  root.render(<LatchkeyProvider settings={settings} />);
  await expect.poll(noted).toMatch(/URL_CUT.*without \/v1.*; https:\/\/auth\.example\.com is used/);
  root.unmount();
});

test('a provider within a provider of the same configuration is reported, and one of another is not', async () => {
  const settings = (authProxyConfigId: string) => ({ authProxyUrl: 'https://auth.example.com', authProxyConfigId });
  const container = document.createElement('div');
  const root = createRoot(container);
  const draw = (inner: string) =>
    root.render(
      <LatchkeyProvider key={inner} settings={settings('one')}>
        <LatchkeyProvider settings={settings(inner)}>
          <i>{inner}</i>
        </LatchkeyProvider>
      </LatchkeyProvider>,
    );
  draw('another');
  await expect.poll(() => container.textContent).toBe('another');
  expect(noted()).not.toContain('PROVIDER_NESTED');
  draw('one');
  await expect
    .poll(() => noted())
    .toContain('A LatchkeyProvider stands inside another one of the same configuration one');
  root.unmount();
});

test('a login method whose name is not known is left out, and noted once', async () => {
  // @ts-expect-error there are no such methods
  await openPage(<LoginCard methods={['emial', null, 'sms']} />);
  await expect.element(page.getByLabelText('Phone number')).toBeVisible();
  await expect.poll(noted).toMatch(/METHOD_UNKNOWN.*left out: \["emial",null\]\. Names are email, sms/);
  expect(noted().match(/METHOD_UNKNOWN/g)).toHaveLength(1);
});

test('a descriptor with includes is noted, since it is not used', async () => {
  const client = { authProxyUrl: 'https://auth.example.com', authProxyConfigId: 'with-includes' };
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  const draw = (descriptors: readonly Descriptor[]) =>
    root.render(
      <LatchkeyProvider key={descriptors.length} settings={{ ...client, descriptors }}>
        <i>{descriptors.length}</i>
      </LatchkeyProvider>,
    );
  draw([{ context: {} }]);
  await expect.poll(() => container.textContent).toBe('1');
  expect(noted()).not.toContain('DESCRIPTOR_WITH_INCLUDES');
  draw([{ context: {} }, { includes: 'other.json' }]);
  await expect.poll(noted).toMatch(/DESCRIPTOR_WITH_INCLUDES.*merge what it includes/);
  root.unmount();
});

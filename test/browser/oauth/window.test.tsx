import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { LoggedIn, LoggedOut } from '../../../src/components/login/LoggedIn.js';
import { LoginCard } from '../../../src/components/login/LoginCard.js';
import { createLogin } from '../../../src/login/createLogin.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { inPageIssuer } from '../../support/inPageIssuer.js';
import { openPage } from '../components/openCard.js';
import { openDevice } from '../passkeys/device.js';
import { waitForGoogle } from './waitingLogin.js';

const row = page.getByRole('button', { name: 'Continue with Example ID' });
const step = page.getByRole('form', { name: 'Continue in the Example ID window' });
const again = page.getByRole('button', { name: 'Open it again' });
const another = page.getByRole('button', { name: 'Use another way' });
const email = page.getByLabelText('Email address');
const loggedIn = page.getByText('Logged in');

afterEach(() => void vi.restoreAllMocks());

/** A card whose person has something typed, and is in the window of Example ID, where they have not answered yet. */
async function openWindow() {
  const clock = createTestClock();
  const issuer = await inPageIssuer(clock);
  issuer.person.answers = 'nothing';
  const opens = vi.spyOn(window, 'open').mockImplementation(issuer.open);
  const onLogin = vi.fn();
  const config = { allowedAuthMethods: ['email' as const], ...issuer.config };
  const opened = await openPage(
    <>
      <LoggedOut>
        <LoginCard onLogin={onLogin} />
      </LoggedOut>
      <LoggedIn>Logged in</LoggedIn>
    </>,
    { clock, outbound: issuer.outbound, config },
    { beside: issuer.beside },
  );
  await email.fill('ada@exa');
  await row.click();
  await expect.element(step).toBeVisible();
  await expect.poll(() => Object.keys(sessionStorage).join()).toMatch(/latchkey\.oauth\./); // the answer is awaited
  /** The windows that were opened, in order. */
  const popups = () => opens.mock.results.map(({ value }) => value as { closed: boolean; focus: () => void });
  /** The person closes the newest window, and presses something on this page. */
  function closeWindow() {
    for (const popup of popups()) popup.closed = true;
    document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }));
  }
  return { ...opened, issuer, opens, onLogin, popups, closeWindow };
}

test('a window that is closed at once leaves the card as it was, and its late answer still logs in', async () => {
  const { issuer, onLogin, closeWindow } = await openWindow();
  closeWindow();
  await expect.element(row).toBeVisible();
  await expect.element(row).toHaveFocus();
  await expect.element(row).toHaveAttribute('aria-disabled', 'false');
  await expect.element(email).toHaveValue('ada@exa');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  issuer.person.answers = 'yes';
  await expect.element(loggedIn).toBeVisible();
  await expect.poll(() => onLogin.mock.calls.length).toBe(1);
});

test('a wait for a window is a step of its own, which takes and returns the focus', async () => {
  const { container } = await openWindow();
  await expect.element(again).toHaveFocus();
  await expect.element(email).not.toBeVisible();
  expect(container.querySelector('form')?.dataset).toMatchObject({ step: 'window' });
  expect(container.querySelector('form')?.dataset.busy).toBeUndefined();
  await another.click();
  await expect.element(row).toHaveFocus();
  await expect.element(email).toHaveValue('ada@exa');
});

test('an open window is brought to the front; a closed one is opened again at the same address', async () => {
  const { issuer, opens, popups } = await openWindow();
  vi.spyOn(document, 'hasFocus').mockReturnValue(false); // the window has it
  const [first] = popups();
  const focus = vi.spyOn(first as { focus: () => void }, 'focus');
  await again.click();
  expect(focus).toHaveBeenCalledOnce();
  expect(opens).toHaveBeenCalledOnce();
  for (const popup of popups()) popup.closed = true;
  (again.element() as HTMLElement).click(); // at once
  expect(opens).toHaveBeenCalledTimes(2);
  await expect.element(step).toBeVisible();
  issuer.person.answers = 'yes';
  await expect.element(loggedIn).toBeVisible();
});

test('a window that the browser leaves behind the page is opened again', async () => {
  const { opens } = await openWindow();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  await again.click();
  await expect.poll(() => opens.mock.calls.length).toBe(2);
  await expect.element(step).toBeVisible();
});

test('after another way was chosen, the answer is still taken', async () => {
  const { issuer } = await openWindow();
  await another.click();
  await expect.element(row).toBeVisible();
  issuer.person.answers = 'yes';
  await expect.element(loggedIn).toBeVisible();
});

test('once another login has begun, the answer is no longer taken', async () => {
  const { issuer, service, code, container } = await openWindow();
  await another.click();
  await email.fill('ada@example.com');
  await userEvent.keyboard('{Enter}');
  await expect.element(code).toBeVisible();
  issuer.person.answers = 'yes';
  const asked = issuer.answered();
  await expect.poll(() => issuer.answered()).toBeGreaterThan(asked + 2); // offered, and not taken
  expect(container.querySelector('form')?.dataset.step).toBe('code');
  await userEvent.click(code);
  await userEvent.keyboard(service.inbox.lastCode('ada@example.com') ?? '');
  await expect.element(loggedIn).toBeVisible();
});

test('a provider that is pressed anew after its window was closed opens another', async () => {
  const { issuer, opens, closeWindow } = await openWindow();
  closeWindow();
  await expect.element(row).toBeVisible();
  await row.click();
  await expect.element(step).toBeVisible();
  expect(opens).toHaveBeenCalledTimes(2);
  issuer.person.answers = 'yes';
  await expect.element(loggedIn).toBeVisible();
});

test('a login that was left unanswered before a reload makes the next one wait for nothing', async () => {
  const { client } = await openDevice();
  waitForGoogle(client, { mode: 'popup' });
  const login = createLogin(client);
  onTestFinished(login.subscribe(() => {}));
  expect(login.getSnapshot().busy).toBeUndefined();
  const step = login.getSnapshot();
  if (step.at === 'contact') await step.sendCode('ada');
  expect(login.getSnapshot().problem?.code).toBe('CONTACT_INVALID');
});

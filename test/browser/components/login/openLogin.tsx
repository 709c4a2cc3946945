import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { OtpScreen, type OtpScreenProps } from '../../../../src/components/login/OtpScreen.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import {
  createTestService,
  type TestService,
  type TestServiceSettings,
} from '../../../../src/testing/createTestService.js';
import '../../../../src/components/styles.css';
import { leavePage } from '../leavePage.js';

/** The login screen in a page with the real service, and the actions of a person. */
export type Login = {
  service: TestService;
  /** What `onLogin` was called with. */
  sessions: unknown[];
  form: HTMLFormElement;
  email: Locator;
  phone: Locator;
  code: Locator;
  alert: Locator;
  status: Locator;
  button: (name: string | RegExp) => Locator;
  /** Types an e-mail address and sends it; resolves at the code's step. */
  askFor: (address: string) => Promise<void>;
  /** The newest code sent to a contact. */
  codeFor: (contact: string) => string;
  type: (keys: string) => Promise<void>;
  paste: (text: string) => void;
  isAt: (step: 'contact' | 'code') => Promise<void>;
  /** Resolves when a person is logged in, and the app has been notified. */
  isIn: () => Promise<void>;
};

type LoginSettings = Omit<TestServiceSettings, 'wasmUrl'> & { screen?: OtpScreenProps };

/** Opens the login screen, focused, against a service of its own in this page. */
export async function openLogin({ screen, ...settings }: LoginSettings = {}): Promise<Login> {
  const service = await createTestService({ ...settings, wasmUrl });
  const sessions: unknown[] = [];
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <LatchkeyProvider settings={service.settings}>
        <OtpScreen autoFocus onLogin={(session) => sessions.push(session)} {...screen} />
      </LatchkeyProvider>
    </StrictMode>,
  );
  leavePage(() => root.unmount(), container, service);
  await expect.element(page.getByRole('form')).toBeVisible();
  const form = page.getByRole('form').element() as HTMLFormElement;
  const email = page.getByLabelText('Email address');
  const isAt: Login['isAt'] = (step) => expect.poll(() => form.dataset.step).toBe(step);
  return {
    service,
    sessions,
    form,
    email,
    phone: page.getByLabelText('Phone number'),
    code: page.getByLabelText(/^\d-(digit|character) code$/),
    alert: page.getByRole('alert'),
    status: page.getByRole('status'),
    button: (name) => page.getByRole('button', { name, exact: true }),
    async askFor(address) {
      await email.fill(address);
      await userEvent.keyboard('{Enter}');
      await isAt('code');
    },
    codeFor: (contact) => service.inbox.lastCode(contact) ?? '',
    type: (keys) => userEvent.keyboard(keys),
    paste,
    isAt,
    isIn: () => expect.poll(() => sessions).toHaveLength(1),
  };
}

/** A wrong code. */
export function wrong(code: string): string {
  return code.replace(/./g, (digit) => String((Number(digit) + 1) % 10));
}

/** The position of the button after all animations. */
export async function topAtRest(form: HTMLFormElement): Promise<number | undefined> {
  const ending = form
    .getAnimations({ subtree: true })
    .filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  return form.querySelector('[data-part=submit]')?.getBoundingClientRect().top;
}

/** Pastes into the focused element, as the browser does: a cancelable event, then the text. */
function paste(text: string): void {
  const field = document.activeElement as HTMLInputElement;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  if (field.dispatchEvent(event)) document.execCommand('insertText', false, text);
}

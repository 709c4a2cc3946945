import { type ReactElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import { LatchkeyProvider, type LatchkeyProviderProps } from '../../../src/hooks/LatchkeyProvider.js';
import {
  createTestService,
  type TestService,
  type TestServiceSettings,
} from '../../../src/testing/createTestService.js';
import '../../../src/components/styles.css';
import { leavePage } from './leavePage.js';

/** A component of the kit in a page with the real service. */
export type Page = {
  service: TestService;
  container: HTMLElement;
  button: (name: string | RegExp) => Locator;
  email: Locator;
  code: Locator;
  /** Types an e-mail address, and the code that is sent there. */
  logIn: (address: string) => Promise<void>;
};

type PageOptions = Pick<LatchkeyProviderProps, 'onError'> & {
  language?: string;
  beside?: (rest: typeof fetch) => typeof fetch;
};

/** @param client - settings of the provider; `beside` answers requests that are not the service's */
export async function openPage(
  children: ReactElement,
  settings: Omit<TestServiceSettings, 'wasmUrl'> = {},
  { beside, onError, ...client }: PageOptions = {},
): Promise<Page> {
  const service = await createTestService({ ...settings, wasmUrl });
  const request = { ...service.settings, ...client, ...(beside && { fetch: beside(service.settings.fetch) }) };
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  root.render(
    <StrictMode>
      <LatchkeyProvider settings={request} onError={onError}>
        {children}
      </LatchkeyProvider>
    </StrictMode>,
  );
  leavePage(() => root.unmount(), container, service);
  const email = page.getByLabelText('Email address');
  const code = page.getByLabelText(/^\d-digit code$/);
  return {
    service,
    container,
    email,
    code,
    button: (name) => page.getByRole('button', { name, exact: true }),
    async logIn(address) {
      await email.fill(address);
      await userEvent.keyboard('{Enter}');
      await expect.element(code).toHaveFocus();
      await userEvent.keyboard(service.inbox.lastCode(address) ?? '');
    },
  };
}

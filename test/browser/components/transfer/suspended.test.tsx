import { fireEvent } from '@testing-library/react';
import type { ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { importMnemonic } from '../../../../src/client/flows/importSecrets.js';
import { ExportWalletScreen } from '../../../../src/components/transfer/ExportWalletScreen.js';
import { ImportWalletScreen } from '../../../../src/components/transfer/ImportWalletScreen.js';
import { suspendSubOrganization } from '../../../../src/contract/subOrganizations.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { createTestService } from '../../../../src/testing/createTestService.js';
import { logIn } from '../../../../src/testing/logIn.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/transfer/transfer.css';
import { leavePage } from '../leavePage.js';

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

/** Ada, suspended, who has logged in again. */
async function openSuspended(supportContact: string | undefined, language = 'en') {
  const service = await createTestService({ wasmUrl, ...(supportContact && { config: { supportContact } }) });
  const before = await logIn(service, 'ada@example.com', { trust: service.trust });
  const { walletId } = await importMnemonic(before.client, { walletName: 'Old', mnemonic: words });
  const { organizationId: subOrganizationId } = before.session;
  await service.asRoot(suspendSubOrganization, { subOrganizationId, reason: 'A stolen phone' });
  service.clock.advanceMs(60_000);
  const { client } = await logIn(service, 'ada@example.com', { trust: service.trust, language });
  const container = document.body.appendChild(document.createElement('main'));
  const root = createRoot(container);
  leavePage(() => root.unmount(), container, service);
  const draw = (screen: ReactElement) => root.render(<LatchkeyProvider client={client}>{screen}</LatchkeyProvider>);
  return { walletId, container, draw };
}

/** Fills and presses until it is answered: another language, or what checks the words, may still be on its way. */
async function submitWords(container: HTMLElement): Promise<void> {
  const answered = () => {
    const alert = container.querySelector('[role=alert]')?.textContent ?? '';
    const field = container.querySelector('textarea');
    if (alert !== '' || !field) return alert;
    fireEvent.change(field, { target: { value: words } });
    container.querySelector<HTMLButtonElement>('[type=submit]')?.click();
    return '';
  };
  await expect.poll(answered, { interval: 500 }).not.toBe('');
}

test('a suspended person logs in again and exports the words', async () => {
  const { walletId, draw } = await openSuspended('help@example.com');
  draw(<ExportWalletScreen walletId={walletId} />);
  const confirmed = page.getByLabelText('I’m somewhere private');
  await confirmed.click();
  await expect.element(confirmed).toBeChecked();
  const next = page.getByRole('button', { name: 'Continue', exact: true });
  await expect.element(next).not.toHaveAttribute('aria-disabled', 'true');
  await next.click();
  const hold = page.getByRole('button', { name: 'Hold to show', exact: true });
  await expect.element(hold).toBeVisible();
  (hold.element() as HTMLButtonElement).click();
  const drawn = () => [...document.querySelectorAll('[data-secret]')].map(({ textContent }) => textContent).join(' ');
  await expect.poll(drawn).toBe(words);
});

test.each([
  ['en', 'help@example.com', 'Your account is suspended.', 'Contact support', 'mailto:help@example.com'],
  ['de', 'https://example.com/help', 'Dein Konto ist gesperrt.', 'Support fragen', 'https://example.com/help'],
])('is told in %s what is left to do, and whom to ask at %s', async (language, contact, sentence, support, href) => {
  const { container, draw } = await openSuspended(contact, language);
  draw(<ImportWalletScreen />);
  await submitWords(container);
  await expect.element(page.getByText(sentence)).toBeVisible();
  await expect.element(page.getByRole('link', { name: support })).toHaveAttribute('href', href);
  expect(container.textContent).not.toContain('A stolen phone');
});

test('without an address there is no link', async () => {
  const { container, draw } = await openSuspended(undefined);
  draw(<ImportWalletScreen />);
  await submitWords(container);
  await expect.element(page.getByRole('alert')).toHaveTextContent('You can still export your wallet.');
  expect(container.querySelector('[role=alert] a')).toBeNull();
});

import { describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { ImportWalletScreen } from '../../../../src/components/transfer/ImportWalletScreen.js';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { listWallets } from '../../../../src/contract/wallets.queries.js';
import { type SecondRoot, secondRoot } from '../../../support/secondRoot.js';
import { openTransfer, type Transfer } from './openTransfer.js';

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
const address = '0x58A57ed9d8d624cBD12e2C467D34787555bB1b25';
const key = '1ab42cc412b618bdea3a599e3c9bae199ebf030895b039e9db1e30dafb12b727';
const addressOfKey = '0x9858EfFD232B4033E47d90003D41EC34EcaEda94';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const phrase = page.getByRole('textbox', { name: 'Recovery phrase' });
const privateKey = page.getByRole('textbox', { name: 'Private key' });
const screen = () => document.querySelector<HTMLElement>('[data-latchkey="import"]');
const submit = () => button('Import wallet');

async function openImport(settings = {}): Promise<Transfer & { done: ReturnType<typeof vi.fn> }> {
  const done = vi.fn();
  const opened = await openTransfer(settings);
  opened.draw(<ImportWalletScreen onDone={done} />);
  await expect.element(page.getByRole('heading', { level: 2 })).toBeVisible();
  return { ...opened, done };
}

const namesOf = async ({ client }: Transfer) =>
  (await call(client, listWallets, {})).wallets.map(({ walletName }) => walletName);

describe('the screen of import', () => {
  test('shows the first address of words that are pasted with numbers and line breaks, and imports them', async () => {
    const opened = await openImport();
    await phrase.fill(
      words
        .split(' ')
        .map((word, index) => `${index + 1}. ${word}`)
        .join('\n'),
    );
    await expect.element(page.getByText('All words fit together.')).toBeVisible();
    await expect.element(page.getByText(address)).toBeVisible();
    expect(await namesOf(opened)).toHaveLength(1);
    await page.getByLabelText('Name').fill('Old wallet');
    await submit().click();
    await expect.element(page.getByRole('heading', { name: 'Wallet imported' })).toHaveFocus();
    expect(await namesOf(opened)).toContain('Old wallet');
    await button('Done').click();
    expect(opened.done).toHaveBeenCalledWith({ walletId: expect.any(String), address });
  });

  test('can be cancelled where the app takes it back, and imports nothing', async () => {
    const cancelled = vi.fn();
    const opened = await openTransfer();
    opened.draw(<ImportWalletScreen onCancel={cancelled} />);
    await phrase.fill(words);
    await button('Cancel').click();
    expect(cancelled).toHaveBeenCalledOnce();
    expect(await namesOf(opened)).toHaveLength(1);
  });

  test('marks a wrong word by its place while others are typed, and inserts a suggestion there', async () => {
    await openImport();
    await phrase.fill('legal winner thank year wave sausage wroth useful legal');
    await expect.element(page.getByText('Word 7 isn’t in the list.')).toBeVisible();
    await button('Word 7: use worth').click();
    await expect.element(phrase).toHaveValue('legal winner thank year wave sausage worth useful legal');
    await expect.element(phrase).toHaveFocus();
    await expect.element(page.getByText('9 of 12 words')).toBeVisible();
  });

  test('marks the fields and the suggestions so that session recorders skip them', async () => {
    await openImport();
    await phrase.fill('legal winn');
    await button('Add a passphrase').click();
    await expect.element(button('Word 2: use winner')).toBeVisible();
    const marked =
      '.rr-block.fs-exclude[data-private][data-dd-privacy=hidden][data-clarity-mask=true][data-hj-suppress][data-sentry-block]';
    const parts = [...document.querySelectorAll<HTMLElement>(marked)].map(({ dataset }) => dataset.part);
    expect(parts.sort()).toEqual(['area', 'input', 'suggestions']);
  });

  test('suggests completions of the last word, and marks it as wrong only when it is finished', async () => {
    await openImport();
    await phrase.fill('legal winn');
    await expect.element(button('Word 2: use winner')).toBeVisible();
    await expect.element(page.getByText('Word 2 isn’t in the list.')).not.toBeInTheDocument();
    await phrase.fill('legal winn ');
    await expect.element(page.getByText('Word 2 isn’t in the list.')).toBeVisible();
  });

  test('shows early that the checksum is wrong, and sends nothing', async () => {
    const opened = await openImport();
    await phrase.fill(words.replace('yellow', 'year'));
    await expect.element(page.getByText('These words don’t fit together. Check their order.')).toBeVisible();
    await submit().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('These words don’t fit together.');
    await expect.element(phrase).toHaveFocus();
    await expect.poll(() => screen()?.dataset.error).toBe('MNEMONIC_INVALID');
    expect(await namesOf(opened)).toHaveLength(1);
  });

  test.each([
    ['', 'Enter all words of your phrase.'],
    ['legal winner', 'Enter all words of your phrase.'],
    ['legal wroth ', 'Correct the words above first.'],
    [`${'abandon '.repeat(24)}art`, 'A phrase has at most 24 words.'],
  ])('submitted with %j it shows %j', async (text, sentence) => {
    await openImport();
    await phrase.fill(text);
    await submit().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(sentence);
    await expect.element(phrase).toHaveFocus();
  });

  test('accepts a passphrase, which gives another wallet', async () => {
    await openImport();
    await phrase.fill(words);
    await expect.element(page.getByText(address)).toBeVisible();
    await button('Add a passphrase').click();
    await expect.element(page.getByRole('textbox', { name: 'Passphrase' })).toHaveFocus();
    await userEvent.keyboard('secret');
    await expect.element(page.getByText(address)).not.toBeInTheDocument();
    await expect.element(page.getByText(/^0x[\dA-Fa-f]{40}$/)).toBeVisible();
  });

  test('accepts a private key, and shows its address', async () => {
    const { done } = await openImport();
    await button('Use private key').click();
    await privateKey.fill('0x12');
    await button('Import key').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('That isn’t a private key. Check it.');
    await privateKey.fill(key);
    await expect.element(page.getByText(addressOfKey)).toBeVisible();
    await button('Import key').click();
    await expect.element(page.getByRole('heading', { name: 'Key imported' })).toBeVisible();
    await button('Done').click();
    expect(done).toHaveBeenCalledWith({ privateKeyId: expect.any(String), address: addressOfKey });
  });

  test('shows that a name is taken, and imports under another name', async () => {
    const opened = await openImport();
    await phrase.fill(words);
    await page.getByLabelText('Name').fill('Wallet');
    await submit().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('You already use this name. Choose another.');
    const name = page.getByLabelText('Name');
    await expect.element(name).toHaveFocus();
    await expect.element(name).toHaveAttribute('aria-invalid', 'true');
    await expect.element(name).toHaveAccessibleDescription('You already use this name. Choose another.');
    await expect.element(phrase).not.toHaveAttribute('aria-invalid');
    opened.service.clock.advanceMs(1_000); // a second import has another timestamp
    await page.getByLabelText('Name').fill('Another');
    await submit().click();
    await expect.element(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible();
    expect(await namesOf(opened)).toContain('Another');
  });

  test('shows all that was typed, however long it is', async () => {
    await openImport();
    await phrase.fill(Array.from({ length: 24 }, () => 'absolute').join(' '));
    const field = phrase.element();
    expect(field.scrollHeight).toBeLessThanOrEqual(field.clientHeight);
  });

  test('waits for approvals, and continues with words that are typed again', async () => {
    const opened = await openImport();
    const bob = await secondRoot(opened, opened.session);
    await phrase.fill(words);
    await expect.element(page.getByText(address)).toBeVisible();
    await submit().click();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    expect(document.body.innerHTML).not.toContain('sausage');
    await approveAll(opened, bob);
    await expect.element(phrase).toBeVisible();
    await expect.element(phrase).toHaveValue('');
  });

  test('ends with the wallet once the import itself is approved', async () => {
    const opened = await openImport();
    const bob = await waitForImport(opened);
    await approveAll(opened, bob);
    await expect.element(page.getByRole('heading', { name: 'Wallet imported' })).toBeVisible();
    await button('Done').click();
    expect(opened.done).toHaveBeenCalledWith({ walletId: expect.any(String), address });
    expect(await namesOf(opened)).toHaveLength(2);
  });

  test('shows that the import itself was rejected', async () => {
    const opened = await openImport();
    const bob = await waitForImport(opened);
    for (const fingerprint of await waitingFingerprints(opened)) await bob.reject(fingerprint);
    await expect.element(page.getByRole('alert')).toHaveTextContent('This was rejected.');
    await expect.element(phrase).toHaveValue('');
  });

  test('goes back from waiting to the words', async () => {
    const opened = await openImport();
    await waitForImport(opened);
    await button('Cancel').click();
    await expect.element(phrase).toHaveValue('');
  });

  test('shows an error if the app has not set the trusted keys', async () => {
    const { draw } = await openTransfer({}, 'not pinned');
    draw(<ImportWalletScreen />);
    await phrase.fill(words);
    await expect.element(page.getByText(address)).toBeVisible();
    await submit().click();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This isn’t set up for this site.');
  });

  test('keeps the words only in the field, and clears it once they are imported', async () => {
    const { container } = await openImport();
    await phrase.fill(words);
    await expect.element(page.getByText(address)).toBeVisible();
    const field = phrase.element() as HTMLTextAreaElement;
    expect(container.innerHTML).not.toContain('sausage');
    expect({ ...Object.fromEntries([...field.attributes].map(({ name, value }) => [name, value])) }).toMatchObject({
      autocomplete: 'off',
      autocapitalize: 'none',
      spellcheck: 'false',
      translate: 'no',
    });
    expect(field.name).toBe('');
    window.dispatchEvent(new Event('pagehide'));
    expect(field.value).toBe('');
  });

  test('is shown in a right-to-left language, in which the words still read from left to right', async () => {
    await openImport({ language: 'ar' });
    await expect.element(page.getByRole('heading', { name: 'استيراد محفظة' })).toBeVisible();
    await expect.poll(() => screen()?.dir).toBe('rtl');
    const field = page.getByRole('textbox', { name: 'عبارة الاسترداد' }).element();
    expect(getComputedStyle(field).direction).toBe('ltr');
  });
});

/** Approves the start of the import, up to where the import itself waits. */
async function waitForImport(opened: Transfer): Promise<SecondRoot> {
  const bob = await secondRoot(opened, opened.session);
  const waits = page.getByRole('heading', { name: 'Waiting for approval' });
  for (const isBegun of [false, true]) {
    await phrase.fill(words);
    await expect.element(page.getByText(address)).toBeVisible();
    await submit().click();
    await expect.element(waits).toBeVisible();
    if (isBegun) break;
    await approveAll(opened, bob);
    await expect.element(phrase).toBeVisible();
  }
  return bob;
}

async function approveAll(opened: Transfer, bob: SecondRoot): Promise<void> {
  for (const fingerprint of await waitingFingerprints(opened)) await bob.approve(fingerprint);
}

async function waitingFingerprints({ client }: Transfer): Promise<string[]> {
  const filterByStatus = ['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const];
  const { activities } = await call(client, listActivities, { filterByStatus });
  return activities.map(({ fingerprint }) => fingerprint);
}

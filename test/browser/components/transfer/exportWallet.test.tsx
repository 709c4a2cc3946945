import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { exportMnemonic } from '../../../../src/client/flows/exportSecrets.js';
import { importMnemonic } from '../../../../src/client/flows/importSecrets.js';
import { ExportWalletScreen } from '../../../../src/components/transfer/ExportWalletScreen.js';
import { listActivities } from '../../../../src/contract/activities.queries.js';
import { eventually } from '../../../support/eventually.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { openTransfer, type Transfer } from './openTransfer.js';

const words = 'legal winner thank year wave sausage worth useful legal winner thank yellow';

const button = (name: string) => page.getByRole('button', { name, exact: true });
const hold = () => button('Hold to show').element() as HTMLButtonElement;
const drawn = () => [...document.querySelectorAll('[data-secret]')].map(({ textContent }) => textContent);
const isHidden = () => expect.poll(() => drawn().join('')).toBe('');
const isShown = () => expect.poll(() => drawn().join(' ')).toBe(words);

/** The copied texts and the content of a stand-in clipboard: a page under test may not use the real one. */
let clipboard: string[] = [];

beforeEach(() => {
  clipboard = [];
  vi.spyOn(navigator.clipboard, 'write').mockImplementation(async ([item]) => {
    clipboard.push(await ((await item?.getType('text/plain')) ?? new Blob()).text());
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void clipboard.push(text));
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Ada at the words of a wallet that the test knows. */
async function openExport(settings = {}): Promise<Transfer & { walletId: string; done: ReturnType<typeof vi.fn> }> {
  const done = vi.fn();
  const opened = await openTransfer(settings);
  const { walletId } = await importMnemonic(opened.client, { walletName: 'Old', mnemonic: words });
  opened.draw(<ExportWalletScreen walletId={walletId} onDone={done} />);
  return { ...opened, walletId, done };
}

async function goOn(): Promise<void> {
  await page.getByLabelText('I’m somewhere private').click();
  await button('Continue').click();
}

async function openShown(): Promise<Awaited<ReturnType<typeof openExport>>> {
  const opened = await openExport();
  await goOn();
  await expect.element(page.getByRole('heading', { name: 'Your recovery phrase' })).toHaveFocus();
  return opened;
}

const press = (type: string, kind: PointerEventInit = {}) =>
  hold().dispatchEvent(new PointerEvent(type, { bubbles: true, isPrimary: true, button: 0, pressure: 0.5, ...kind }));

describe('the screen of export', () => {
  test('warns first, and continues once the person confirms that nobody is watching', async () => {
    await openExport();
    await expect.element(page.getByText('Anyone with these words owns this wallet. We can’t undo that.')).toBeVisible();
    await button('Continue').click();
    await expect.element(page.getByLabelText('I’m somewhere private')).toHaveFocus();
    await userEvent.keyboard(' ');
    await button('Continue').click();
    await expect.element(page.getByRole('heading', { name: 'Your recovery phrase' })).toBeVisible();
    await isHidden();
  });

  test('shows the words while the button is held, and has them nowhere in the page otherwise', async () => {
    const { container } = await openShown();
    press('pointerdown');
    await isShown();
    press('pointerup');
    await isHidden();
    expect(container.innerHTML).not.toContain('sausage');
    expect(container.innerText).not.toContain('sausage');
  });

  test('shows them while Space or Enter is held', async () => {
    await openShown();
    for (const name of [' ', 'Enter']) {
      hold().focus();
      await userEvent.keyboard(`{${name === ' ' ? 'Space' : name}>}`);
      await isShown();
      await userEvent.keyboard(`{/${name === ' ' ? 'Space' : name}}`);
      await isHidden();
    }
  });

  test('shows them after a press without holding, until the next press', async () => {
    await openShown();
    hold().click();
    await isShown();
    await expect.element(page.getByText('Shown.')).toBeInTheDocument();
    hold().click();
    await isHidden();
  });

  test.each([
    ['VoiceOver', { width: 0, height: 0 }],
    ['a newer VoiceOver', { width: 1 / 3, height: 1 / 3, pressure: 0, pointerType: 'touch' }],
    ['TalkBack', { width: 1, height: 1, pressure: 0, pointerType: 'mouse' }],
  ])('shows them after a press by %s, which has pointer events, until the next press', async (_, virtual) => {
    await openShown();
    const pressOnce = () => {
      for (const type of ['pointerdown', 'pointerup', 'pointerout']) press(type, virtual);
      hold().click();
    };
    pressOnce();
    await isShown();
    pressOnce();
    await isHidden();
  });

  test('shows them after a press without holding that follows a press dragged off the button', async () => {
    await openShown();
    for (const type of ['pointerdown', 'pointerout']) press(type);
    await isHidden();
    hold().click();
    await isShown();
  });

  test.each([
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    ['the page is hidden', () => document.dispatchEvent(new Event('visibilitychange'))],
    ['the page is left', () => window.dispatchEvent(new Event('pagehide'))],
    ['the pointer leaves the button', () => press('pointerout')],
    ['the button loses the focus', () => hold().dispatchEvent(new FocusEvent('focusout', { bubbles: true }))],
  ])('hides them where %s', async (_, leave) => {
    await openShown();
    press('pointerdown');
    await isShown();
    leave();
    await isHidden();
  });

  test('keeps them shown for a minute without holding, and hides them on request or once the window is left', async () => {
    await openShown();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const keep = () => eventually(() => (button('Keep showing').element() as HTMLElement).click());
    await keep();
    await eventually(() => expect(drawn().join(' ')).toBe(words));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(drawn().join(' ')).toBe(words);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(drawn().join('')).toBe('');
    await keep();
    await eventually(() => expect(drawn().join(' ')).toBe(words));
    (button('Hide').element() as HTMLElement).click();
    expect(drawn().join('')).toBe('');
    await keep();
    await eventually(() => expect(drawn().join(' ')).toBe(words));
    window.dispatchEvent(new Event('blur'));
    expect(drawn().join('')).toBe('');
  });

  test('offers no holding while they are kept shown, says that they are hidden after a minute, and keeps the focus', async () => {
    await openShown();
    await button('Keep showing').click();
    await isShown();
    await expect.element(button('Hide')).toHaveFocus();
    await expect.element(button('Hold to show')).not.toBeInTheDocument();
    await expect.element(page.getByText('Hides after a minute.')).toBeVisible();
    await userEvent.keyboard('{Enter}');
    await isHidden();
    await expect.element(button('Keep showing')).toHaveFocus();
    await expect.element(button('Hold to show')).toBeVisible();
    await expect.element(page.getByText('Hides after a minute.')).not.toBeInTheDocument();
  });

  test('offers to end as the main thing to do only once they were shown', async () => {
    await openShown();
    const main = () => document.querySelector('[data-part="submit"]')?.textContent;
    expect(main()).toBe('Hold to show');
    press('pointerdown');
    await isShown();
    press('pointerup');
    await isHidden();
    expect(main()).toBe('I wrote it down');
    expect(document.querySelectorAll('[data-part="submit"]')).toHaveLength(1);
  });

  test('copies them on request, and clears the clipboard a minute later', async () => {
    await openShown();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    hold();
    (button('Copy').element() as HTMLElement).click();
    await eventually(() => expect(clipboard).toEqual([words]));
    await vi.advanceTimersByTimeAsync(59_000);
    expect(clipboard).toEqual([words]);
    vi.spyOn(document, 'hasFocus').mockReturnValue(false);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clipboard).toEqual([words]);
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    window.dispatchEvent(new Event('focus'));
    await eventually(() => expect(clipboard).toEqual([words, '']));
  });

  test('copies the words and their passphrase separately', async () => {
    const { client, draw } = await openTransfer();
    const wallet = { walletName: 'Old', mnemonic: words, passphrase: 'tréma' };
    const { walletId } = await importMnemonic(client, wallet);
    draw(<ExportWalletScreen walletId={walletId} />);
    await goOn();
    await button('Copy words').click();
    await expect.poll(() => clipboard).toEqual([words]);
    await button('Copy passphrase').click();
    await expect.poll(() => clipboard).toEqual([words, 'tréma']);
  });

  test('does not clear something else that was copied in the page meanwhile', async () => {
    await openShown();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    (button('Copy').element() as HTMLElement).click();
    await eventually(() => expect(clipboard).toEqual([words]));
    await vi.advanceTimersByTimeAsync(100);
    document.dispatchEvent(new Event('copy'));
    await vi.advanceTimersByTimeAsync(61_000);
    expect(clipboard).toEqual([words]);
  });

  test('shows an error if the browser does not copy', async () => {
    await openShown();
    vi.spyOn(navigator.clipboard, 'write').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await button('Copy').click();
    await expect.element(page.getByText('Your browser didn’t copy it.')).toBeVisible();
  });

  test('asks for a fresh login if the last one is too old, and then continues', async () => {
    const { service } = await openExport();
    service.clock.advanceMs(11 * 60_000);
    await goOn();
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await button('Send code').click();
    const code = page.getByRole('textbox', { name: '6-digit code' });
    await expect.element(code).toHaveFocus();
    await userEvent.keyboard(service.inbox.lastCode('ada@example.com') ?? '');
    await expect.element(page.getByRole('heading', { name: 'Your recovery phrase' })).toHaveFocus();
    press('pointerdown');
    await isShown();
  });

  test('shows an error if the service does not return the user who must confirm, and sends the request again', async () => {
    const { service } = await openExport();
    service.clock.advanceMs(11 * 60_000);
    service.failures.next('whoami', { refuse: 'INTERNAL' }, 99);
    await goOn();
    await expect.element(page.getByRole('alert')).toBeVisible();
    service.failures.clear();
    await button('Try again').click();
    await expect.element(page.getByText('Confirm it’s you')).toBeVisible();
    await button('Cancel').click();
    await expect.element(page.getByRole('heading', { name: 'Export recovery phrase' })).toBeVisible();
  });

  test('waits for approvals, also after a reload, and then continues by itself', async () => {
    const { service, client, session, draw, walletId } = await openExport();
    const bob = await secondRoot({ service, client }, session);
    await goOn();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    draw(<ExportWalletScreen walletId={walletId} />);
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await bob.approve(await waitingFingerprint(client));
    await expect.element(page.getByRole('heading', { name: 'Your recovery phrase' })).toHaveFocus();
    press('pointerdown');
    await isShown();
  });

  test('starts no second export in another tab after the first tab has the result', async () => {
    const { service, client, session, walletId } = await openExport();
    const bob = await secondRoot({ service, client }, session);
    await goOn();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    let resolve = () => {};
    const until = new Promise<void>((settled) => {
      resolve = settled;
    });
    service.failures.next('get_activity', { until }, 9);
    await bob.approve(await waitingFingerprint(client));
    (await exportMnemonic(client, { walletId })).forget();
    resolve();
    await expect.element(page.getByRole('heading', { name: 'Export recovery phrase' })).toBeVisible();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(await waitingFingerprint(client)).toBe('');
  });

  test('can be cancelled while it waits, and shows an error if the service does not answer', async () => {
    const { service, client, session, done } = await openExport();
    await secondRoot({ service, client }, session);
    await goOn();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    service.failures.next('get_activity', { refuse: 'INTERNAL' }, 99);
    await expect.element(page.getByRole('alert')).toBeVisible();
    service.failures.clear();
    await button('Try again').click();
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await button('Cancel').click();
    expect(done).toHaveBeenCalledOnce();
  });

  test('shows that it was rejected', async () => {
    const { service, client, session } = await openExport();
    const bob = await secondRoot({ service, client }, session);
    await goOn();
    await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toBeVisible();
    await bob.reject(await waitingFingerprint(client));
    await expect.element(page.getByRole('alert')).toHaveTextContent('This was rejected.');
    await expect.element(page.getByRole('heading', { name: 'Export recovery phrase' })).toBeVisible();
  });

  test('shows the key of one account', async () => {
    const done = vi.fn();
    const { draw, address } = await openTransfer();
    draw(<ExportWalletScreen address={address} onDone={done} />);
    await expect.element(page.getByText(/^Anyone with this key/)).toBeVisible();
    await goOn();
    await expect.element(page.getByRole('heading', { name: 'Your private key' })).toHaveFocus();
    press('pointerdown');
    await expect.poll(() => drawn().join('')).toMatch(/^0x[\da-f]{64}$/);
    press('pointerup');
    await button('Done').click();
    expect(done).toHaveBeenCalledOnce();
  });

  test('shows an error for a wallet that is gone', async () => {
    const { draw } = await openTransfer();
    draw(<ExportWalletScreen walletId="00000000-0000-4000-8000-000000000000" />);
    await goOn();
    await expect.element(page.getByRole('alert')).toHaveTextContent('This wallet no longer exists.');
  });

  test('asks three words of who wrote them down, tells which one is wrong, and ends once they are right', async () => {
    const { container, done } = await openShown();
    await button('I wrote it down').click();
    await expect.element(page.getByRole('heading', { name: 'Check your words' })).toHaveFocus();
    await isHidden();
    const fields = await askedWords();
    expect(new Set(fields.map(({ place }) => place)).size).toBe(3);
    for (const { input, word } of fields) await page.elementLocator(input).fill(` ${word.toUpperCase()}`);
    const [, second] = fields;
    await page.elementLocator(second?.input as Element).fill('zoo');
    await button('Continue').click();
    await expect.element(page.getByRole('alert')).toHaveTextContent(`Word ${second?.place} isn’t right. Check it.`);
    expect(document.activeElement).toBe(second?.input);
    expect(second?.input.getAttribute('aria-invalid')).toBe('true');
    await userEvent.fill(second?.input as Element, second?.word ?? '');
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('heading', { name: 'You have your phrase' })).toHaveFocus();
    expect(container.innerHTML).not.toContain(second?.word);
    await button('Done').click();
    expect(done).toHaveBeenCalledOnce();
  });

  test('shows the words again to who is not sure, and lets nobody wait who has no time', async () => {
    const { done } = await openShown();
    await button('I wrote it down').click();
    await button('Show the words again').click();
    await expect.element(page.getByRole('heading', { name: 'Your recovery phrase' })).toHaveFocus();
    press('pointerdown');
    await isShown();
    press('pointerup');
    await button('I wrote it down').click();
    const [first] = await askedWords();
    await page.elementLocator(first?.input as Element).fill(first?.word ?? '');
    window.dispatchEvent(new Event('pagehide'));
    expect(first?.input.value).toBe('');
    await button('Not now').click();
    expect(done).toHaveBeenCalledOnce();
  });
});

/** The fields of the check, with the word that each asks. */
async function askedWords(): Promise<{ input: HTMLInputElement; place: number; word: string }[]> {
  const labels = page.getByText(/^Word \d+$/);
  await expect.poll(() => labels.elements().length).toBe(3);
  return labels.elements().map((label) => {
    const place = Number(label.textContent?.slice('Word '.length));
    return {
      input: (label as HTMLLabelElement).control as HTMLInputElement,
      place,
      word: words.split(' ')[place - 1] ?? '',
    };
  });
}

async function waitingFingerprint(client: Transfer['client']): Promise<string> {
  const { activities } = await call(client, listActivities, { filterByStatus: ['ACTIVITY_STATUS_CONSENSUS_NEEDED'] });
  return activities[0]?.fingerprint ?? '';
}

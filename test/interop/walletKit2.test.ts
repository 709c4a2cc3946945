import { encryptOtpCodeToBundle } from '@turnkey/crypto';
import { type Browser, chromium as playwright } from 'playwright';
import { recoverMessageAddress } from 'viem';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMnemonic } from '../../src/service/vault/mnemonic.js';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';
import { type Loopback, openLoopback } from './loopback.js';
import { buildPage, type ServePage, vendorsFiles } from './pages.js';
import { ethereum } from './visit.js';
import type {} from './walletKit2Page.js';

let browser: Browser;
let servePage: ServePage;
beforeAll(async () => {
  servePage = await buildPage('walletKit2Page.tsx');
  browser = await playwright.launch(chromium());
}, 180_000);
afterAll(() => browser.close());

let loopback: Loopback;
beforeEach(async () => {
  loopback = await openLoopback();
  onTestFinished(() => loopback.close());
});

const contact = 'ada@example.com';
/** In milliseconds: enough for a busy machine. */
const soon = { timeout: 60_000 };

async function visit() {
  const context = await browser.newContext();
  const foreign = foreignRequests(context, vendorsFiles);
  onTestFinished(async () => {
    await context.close();
    expect(foreign.unexpected).toEqual([]);
  });
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !foreign.isExpected(message)) errors.push(message.text());
  });
  const { url, stop } = await servePage(loopback);
  onTestFinished(stop);
  await page.goto(url);
  const read = (id: string) => page.locator(`output#${id}`).textContent();
  await expect.poll(() => read('state'), soon).toBe('ready unauthenticated');
  return { page, errors, read };
}

test('@turnkey/react-wallet-kit 2.4.3 starts; its own modal stops where it seals a code to a key of its vendor alone', async () => {
  const { page, errors, read } = await visit();
  await page.evaluate(() => void kit.handleLogin());
  await page.getByPlaceholder(/email/i).fill(contact);
  await page.getByPlaceholder(/email/i).press('Enter');
  await expect.poll(() => loopback.inbox.list(contact).length, soon).toBe(1);
  await page.locator('input[maxlength="1"]').first().focus();
  await page.keyboard.type(loopback.inbox.lastCode(contact) ?? '');
  await expect.poll(() => errors.join('\n'), soon).toContain('expected signer key');
  expect(await read('state')).toBe('ready unauthenticated');
  expect([...loopback.requested].filter((path) => path.includes('verify'))).toEqual([]);
});

test('it signs up by a verification token of ours, logs in, signs, and brings words in and out by its own frames', async () => {
  const { page, errors, read } = await visit();
  // The steps of its verifyOtp, with the signing key as an argument.
  const { otpId, otpEncryptionTargetBundle, publicKey } = await page.evaluate(async (contact) => {
    const begun = await kit.initOtp({ otpType: 'OTP_TYPE_EMAIL' as never, contact });
    return { ...begun, publicKey: await kit.createApiKeyPair() };
  }, contact);
  const code = loopback.inbox.lastCode(contact) ?? '';
  const signer = loopback.trust.tlsFetcherSignPublicKey;
  const encryptedOtpBundle = await encryptOtpCodeToBundle(code, otpEncryptionTargetBundle, publicKey, signer);
  await page.evaluate(
    async ({ contact, ...sealed }) => {
      const verified = await kit.httpClient?.proxyVerifyOtpV2(sealed);
      const { verificationToken = '' } = verified ?? {};
      await kit.signUpWithOtp({ verificationToken, contact, otpType: 'OTP_TYPE_EMAIL' as never });
    },
    { contact, otpId, encryptedOtpBundle },
  );
  await expect.poll(() => read('state'), soon).toBe('ready authenticated');
  expect(await read('email')).toBe(contact);

  const made = await page.evaluate(async (account) => {
    const walletId = await kit.createWallet({ walletName: 'Made', accounts: [account] });
    await kit.refreshWallets();
    return walletId;
  }, ethereum);
  await expect.poll(() => read('wallets'), soon).toContain('Made');
  const { address, signature } = await page.evaluate(async () => {
    const walletAccount = kit.wallets.find(({ walletName }) => walletName === 'Made')?.accounts[0];
    if (!walletAccount) throw new Error('There is no account.');
    const { r, s, v } = await kit.signMessage({ walletAccount, message: 'Hällo', addEthereumPrefix: true });
    return { address: walletAccount.address, signature: `0x${r}${s}${v === '00' ? '1b' : '1c'}` as const };
  });
  expect(await recoverMessageAddress({ message: 'Hällo', signature })).toBe(address);

  const frame = page.frameLocator('iframe');
  /** Its buttons can be pressed before the frame can answer, and then do nothing. */
  const frameAnswers = async () => {
    await frame.locator('output[data-settings]').waitFor({ state: 'attached' });
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };
  await page.evaluate((walletId) => void kit.handleExportWallet({ walletId }), made);
  await frameAnswers();
  await page.getByRole('button', { name: 'Export Wallet' }).click();
  await expect.poll(() => frame.locator('output').textContent(), soon).toMatch(/^([a-z]+ ){11}[a-z]+$/);
  await page.reload();
  await expect.poll(() => read('state'), soon).toBe('ready authenticated');

  const words = await createMnemonic(12, (length) => crypto.getRandomValues(new Uint8Array(length)));
  await page.evaluate(
    (account) => void kit.handleImportWallet({ walletName: 'Old', defaultWalletAccounts: [account] }),
    ethereum,
  );
  await frameAnswers();
  await frame.getByLabel('Words or key').fill(words);
  await page.getByRole('button', { name: 'Import' }).click();
  await expect.poll(() => read('wallets'), soon).toContain('Old');
  expect(errors).toEqual([]);
});

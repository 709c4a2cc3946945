import * as http from '@turnkey/http';
import { type Browser, chromium as playwright } from 'playwright';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMnemonic } from '../../src/service/vault/mnemonic.js';
import { chromium } from '../support/chromium.js';
import { foreignRequests } from '../support/foreignRequests.js';
import { mailedBundle } from '../support/mailedKeys.js';
import { signUp } from '../support/wire.js';
import { type Loopback, openLoopback } from './loopback.js';
import { buildPage, type ServePage } from './pages.js';
import type {} from './stamperPage.js';
import { clientOf, ethereum, now } from './visit.js';

let browser: Browser;
let servePage: ServePage;
let loopback: Loopback;
beforeAll(async () => {
  servePage = await buildPage('stamperPage.ts');
  browser = await playwright.launch(chromium());
  loopback = await openLoopback();
}, 180_000);
afterAll(async () => {
  await browser.close();
  await loopback.close();
});

const contact = 'ada@example.com';

test('@turnkey/iframe-stamper 2.11.1 hands its frame what our service seals, and us what the frame seals', async () => {
  const { organizationId, userId } = await signUp(loopback, contact);
  const { url, stop } = await servePage(loopback);
  const context = await browser.newContext();
  const { unexpected } = foreignRequests(context);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.goto(url);
  await page.waitForFunction(() => 'stamperPage' in globalThis);
  const targetPublicKey = await page.evaluate(() => stamperPage.frame.init());
  const frame = page.frameLocator('#frame');
  const type = (text: string) => frame.getByLabel('Words or key').fill(text);
  const shown = () => frame.locator('output').textContent();
  const here = { organizationId, userId };

  // From here on the frame stamps with a mailed key, which is sealed to it.
  await clientOf(loopback, http, loopback.rootApiKey).emailAuth({
    type: 'ACTIVITY_TYPE_EMAIL_AUTH_V3',
    timestampMs: now(),
    organizationId,
    parameters: { email: contact, targetPublicKey, emailCustomization: { appName: 'Acme' } },
  });
  const whoami = await page.evaluate(
    async ({ bundle, organizationId }) => {
      const { frame, client } = stamperPage;
      if (!(await frame.injectCredentialBundle(bundle))) throw new Error('The frame took no key.');
      return client.getWhoami({ organizationId });
    },
    { bundle: await mailedBundle(loopback, contact), organizationId },
  );
  expect(whoami).toMatchObject(here);

  // Imports a mnemonic, and exports it again.
  const words = await createMnemonic(12, (length) => crypto.getRandomValues(new Uint8Array(length)));
  await type(words);
  const made = await page.evaluate(
    async ({ here, ethereum }) => {
      const { frame, client } = stamperPage;
      const { organizationId, userId } = here;
      const begun = await client.initImportWallet({
        type: 'ACTIVITY_TYPE_INIT_IMPORT_WALLET',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { userId },
      });
      const { importBundle = '' } = begun.activity.result.initImportWalletResult ?? {};
      await frame.injectImportBundle(importBundle, organizationId, userId);
      const encryptedBundle = await frame.extractWalletEncryptedBundle();
      const { activity } = await client.importWallet({
        type: 'ACTIVITY_TYPE_IMPORT_WALLET',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { userId, walletName: 'Old', encryptedBundle, accounts: [ethereum] },
      });
      return activity.result.importWalletResult;
    },
    { here, ethereum },
  );
  const { walletId = '', addresses: [address = ''] = [] } = made ?? {};
  const exportBundle = await page.evaluate(
    async ({ walletId, organizationId, targetPublicKey }) => {
      const { frame, client } = stamperPage;
      const { activity } = await client.exportWallet({
        type: 'ACTIVITY_TYPE_EXPORT_WALLET',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { walletId, targetPublicKey },
      });
      const { exportBundle = '' } = activity.result.exportWalletResult ?? {};
      await frame.injectWalletExportBundle(exportBundle, organizationId);
      return exportBundle;
    },
    { walletId, organizationId, targetPublicKey },
  );
  expect(await shown()).toBe(words);

  // Exports an account's key, and imports it again: the address is the same.
  await page.evaluate(
    async ({ address, organizationId, targetPublicKey }) => {
      const { frame, client } = stamperPage;
      const { activity } = await client.exportWalletAccount({
        type: 'ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT',
        timestampMs: String(Date.now()),
        organizationId,
        parameters: { address, targetPublicKey },
      });
      const { exportBundle = '' } = activity.result.exportWalletAccountResult ?? {};
      await frame.injectKeyExportBundle(exportBundle, organizationId);
    },
    { address, organizationId, targetPublicKey },
  );
  const key = (await shown()) ?? '';
  expect(privateKeyToAddress(`0x${key}`)).toBe(address);
  await type('1f'.repeat(32));
  const imported = await page.evaluate(async ({ organizationId, userId }) => {
    const { frame, client } = stamperPage;
    const begun = await client.initImportPrivateKey({
      type: 'ACTIVITY_TYPE_INIT_IMPORT_PRIVATE_KEY',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: { userId },
    });
    const { importBundle = '' } = begun.activity.result.initImportPrivateKeyResult ?? {};
    await frame.injectImportBundle(importBundle, organizationId, userId);
    const encryptedBundle = await frame.extractKeyEncryptedBundle();
    const { activity } = await client.importPrivateKey({
      type: 'ACTIVITY_TYPE_IMPORT_PRIVATE_KEY',
      timestampMs: String(Date.now()),
      organizationId,
      parameters: {
        userId,
        privateKeyName: 'Key',
        encryptedBundle,
        curve: 'CURVE_SECP256K1',
        addressFormats: ['ADDRESS_FORMAT_ETHEREUM'],
      },
    });
    return activity.result.importPrivateKeyResult?.addresses;
  }, here);
  expect(imported?.map((each) => each.address)).toEqual([privateKeyToAddress(`0x${'1f'.repeat(32)}`)]);

  // The frame must not open a bundle for another organization.
  const forAnother = page.evaluate(([bundle, another]) => stamperPage.frame.injectWalletExportBundle(bundle, another), [
    exportBundle,
    loopback.organizationId,
  ] as const);
  await expect(forAnother).rejects.toThrow('organization id does not match');
  expect(unexpected).toEqual([]);
  stop();
});

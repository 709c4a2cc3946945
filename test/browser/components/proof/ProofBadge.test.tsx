import { cleanup, render } from '@testing-library/react';
import axe from 'axe-core';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { AccountPanel } from '../../../../src/components/account/AccountPanel.js';
import { ProofBadge } from '../../../../src/components/proof/ProofBadge.js';
import type { WalletAccount } from '../../../../src/contract/shapes.js';
import { listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import { LatchkeyProvider } from '../../../../src/hooks/LatchkeyProvider.js';
import { logIn } from '../../../../src/testing/logIn.js';
import { proofsBeside } from '../../../support/proofs/proofsBeside.js';
import { openKit } from '../../hooks/kit.js';
import '../../../../src/components/styles.css';
import '../../../../src/components/account/account.css';

afterEach(cleanup);

/** Ada's account panel, at a service with proofs beside it. */
async function openPanel(
  verifyProofs: 'never' | 'offered',
  says?: NonNullable<Parameters<typeof proofsBeside>[0]>['says'],
) {
  const { service } = await openKit();
  const { beside, asked, root } = await proofsBeside(says && { says });
  const onError = vi.fn();
  const { client } = await logIn(service, 'ada@example.com', {
    fetch: beside(service.settings.fetch),
    trust: { ...service.trust, attestationRoot: root },
    verifyProofs,
  });
  render(
    <LatchkeyProvider client={client} onError={onError}>
      <AccountPanel />
    </LatchkeyProvider>,
  );
  await expect.element(page.getByText('This device', { exact: true })).toBeVisible();
  return { asked, onError };
}

const line = 'Signed by this app’s own server. Checked on this device.';

test('the account panel has every address with its proof, and has no fault that axe finds', async () => {
  await openPanel('offered');
  await expect.element(page.getByRole('heading', { name: 'Wallet addresses' })).toBeVisible();
  await expect.poll(() => page.getByText(line).elements()).toHaveLength(2);
  await page.getByText('Details').first().click();
  await expect.element(page.getByText("m/44'/60'/0'/0/0")).toBeVisible();
  const { violations } = await axe.run('[data-latchkey="account"]');
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});

test('where proofs are not asked for, it has no addresses, and nothing is asked', async () => {
  const { asked } = await openPanel('never');
  expect(page.getByText('Wallet addresses').elements()).toEqual([]);
  expect(asked.filter(({ name }) => name !== 'signup')).toEqual([]);
});

test('the app is told once of a proof that does not match; the address stays', async () => {
  const { onError } = await openPanel('offered', (claim) =>
    claim.address.startsWith('0x') ? { ...claim, path: "m/44'/60'/0'/0/9" } : undefined,
  );
  await expect.element(page.getByText('This proof doesn’t match.')).toBeVisible();
  await expect.element(page.getByText('No proof.')).toBeVisible();
  await expect.poll(() => onError.mock.calls.map(([error]) => error.code)).toEqual(['CLAIM_MISMATCH']);
  expect(page.getByRole('button', { name: 'Copy address' }).elements()).toHaveLength(2);
});

test('the report is saved as a file of JSON', async () => {
  await openPanel('offered');
  await expect.poll(() => page.getByText(line).elements()).toHaveLength(2);
  const saved: { name: string; href: string }[] = [];
  const click = HTMLAnchorElement.prototype.click;
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, href: this.href });
  };
  onTestFinished(() => {
    HTMLAnchorElement.prototype.click = click;
  });
  await page.getByText('Details').first().click();
  await userEvent.click(page.getByRole('button', { name: 'Save report' }).first());
  expect(saved.map(({ name }) => name)).toEqual([expect.stringMatching(/^proof-0x[\da-fA-F]{40}\.json$/)]);
  const report = await (await fetch(saved[0]?.href ?? '')).json();
  expect(report).toMatchObject({ state: 'software', path: "m/44'/60'/0'/0/0", rootFingerprint: expect.any(String) });
});

test("a badge under verifyProofs: 'never' tells the developer why it finds none", async () => {
  const notes = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => notes.mockRestore());
  const { service } = await openKit();
  const { client } = await logIn(service, 'ada@example.com');
  const { accounts } = await call(client, listWalletAccounts, {});
  render(
    <LatchkeyProvider client={client}>
      <ProofBadge address={accounts[0] as WalletAccount} />
    </LatchkeyProvider>,
  );
  await expect.poll(() => notes.mock.calls.flat().join('\n')).toMatch(/PROOFS_NOT_ASKED_FOR.*set verifyProofs/);
});

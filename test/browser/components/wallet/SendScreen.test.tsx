import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { call } from '../../../../src/client/call.js';
import { isEthereumChain } from '../../../../src/client/chains.js';
import { listWalletAccounts } from '../../../../src/contract/wallets.queries.js';
import { secondRoot } from '../../../support/secondRoot.js';
import { fakeNode } from './fakeNode.js';
import { button, chains, openHome, press } from './openHome.js';

const to = '0x9955999999999999999999999999999999999999';
const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';
const tokens = [{ chainId: 8453, address: usdc, symbol: 'USDC', decimals: 6 }];

async function openSend(settings: Parameters<typeof openHome>[0] = {}) {
  const node = fakeNode();
  const kit = await openHome({ ...settings, settings: { tokens, ...settings.settings } });
  await expect.element(page.getByText('5.5', { exact: true })).toBeVisible();
  await press('Send');
  await expect.element(page.getByText('2 ETH available')).toBeVisible();
  return { ...kit, node };
}

/** Types what is sent, by keyboard, and asks for the review. */
async function fill(receiver: string, amount: string): Promise<void> {
  await page.getByLabelText('To', { exact: true }).fill(receiver);
  await page.getByLabelText(/^Amount/).fill(amount);
  await userEvent.keyboard('{Enter}');
}

const alert = () => expect.element(page.getByRole('alert'));

test('the wallet shows the coin, and the app’s tokens beneath; what a node does not say has no figure', async () => {
  const node = fakeNode();
  await openHome({ settings: { tokens } });
  await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
  await expect.element(page.getByText('5.5', { exact: true })).toBeVisible();
  node.wei = undefined;
  await press('Solana 1');
  await expect.element(page.getByText('3 SOL', { exact: true })).toBeVisible();
});

test('what others pay is seen without a press', async () => {
  const node = fakeNode();
  await openHome();
  await expect.element(page.getByText('2 ETH', { exact: true })).toBeVisible();
  node.wei = 3n * 10n ** 18n;
  await expect.element(page.getByText('3 ETH', { exact: true }), { timeout: 20_000 }).toBeVisible();
}, 40_000);

test('without a balance there is no figure, and never 0', async () => {
  const node = fakeNode();
  node.wei = undefined;
  await openHome();
  await expect.element(page.getByText(/^Balance not available/)).toBeVisible();
  expect(document.querySelector('[data-part="amount"]')).toBe(null);
  node.wei = 10n ** 18n;
  await press('Try again');
  await expect.element(page.getByText('1 ETH', { exact: true })).toBeVisible();
});

test('a payment is reviewed, sent once, and followed', async () => {
  const { node } = await openSend({ explorerUrl: (hash) => `https://explorer.example/tx/${hash}` });
  await fill(to, '1.5');
  await expect.element(page.getByRole('heading', { name: /^Send 1.5 ETH/ })).toHaveFocus();
  await expect.element(page.getByText('first time')).toBeVisible();
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toHaveFocus();
  await expect.element(page.getByText('The network is confirming it.')).toBeVisible();
  expect(node.sent).toHaveLength(1);
  const link = page.getByRole('link', { name: 'View details' }).element();
  expect(link.getAttribute('href')).toMatch(/^https:\/\/explorer\.example\/tx\/0x[\da-f]{64}$/);
  node.status = 'success';
  await expect.element(page.getByText('The network confirmed it.')).toBeVisible();
  await press('Done');
  await expect.element(button('Send')).toHaveFocus();
});

test('what the chain did not do is not called sent', async () => {
  const { node } = await openSend();
  node.status = 'reverted';
  await fill(to, '1');
  await press('Confirm');
  await expect.element(page.getByText('It failed on the network. Only the fee was paid.')).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Failed' })).toHaveFocus();
});

test('how much there is stays to be read where more was typed', async () => {
  await openSend();
  await fill(to, '3');
  await alert().toHaveTextContent('You don’t have that much.');
  await expect.element(page.getByText('2 ETH available')).toBeVisible();
});

test('where the answer is lost the same bytes are sent again, and nothing else', async () => {
  const { node } = await openSend();
  node.lost = 1;
  await fill(to, '1');
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
  expect(new Set(node.sent).size).toBe(1);
  expect(node.sent).toHaveLength(2);
});

test('where nobody says whether it was sent, one may leave, and nothing is filled in to be sent twice', async () => {
  const { node } = await openSend();
  Object.assign(node, { refuses: 'nonce too low', tellsKnown: false });
  await fill(to, '1');
  await press('Confirm');
  await expect.element(button('Check again')).toBeVisible();
  await press('Back');
  await expect.element(button('Send')).toHaveFocus();
  await press('Send');
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('');
});

test('a signature that the service did not answer for is asked for again, and sent once', async () => {
  const { node, service } = await openSend();
  await fill(to, '1');
  service.failures.next('sign_transaction', { refuse: 'INTERNAL' }, 9);
  await press('Confirm');
  await alert().toBeVisible();
  expect(node.sent).toHaveLength(0);
  service.failures.clear();
  await press('Continue');
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
  expect(node.sent).toHaveLength(1);
});

test.each([
  ['', '1', 'Enter an address.'],
  ['0x12', '1', 'This isn’t an address on Base.'],
  ['ada.example', '1', 'This isn’t an address on Base.'],
  ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAeD'.replace('5aA', '5AA'), '1', 'This address has a typo. Check it.'],
  [usdc, '1', 'This is the USDC contract. It would be lost.'],
  // Of the kit's own list, on this chain and on another one.
  ['0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913', '1', 'This is the USDC contract. It would be lost.'],
  ['0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', '1', 'This is the WBTC contract. It would be lost.'],
  [to, '', 'Enter an amount like 1.5.'],
  [to, '0', 'Enter an amount like 1.5.'],
  [to, '1,000', 'Enter an amount like 1.5.'],
  [to, '0.0000000000000000001', 'Use 18 decimals at most.'],
  [to, '3', 'You don’t have that much.'],
  [to, '2', 'Not enough ETH for this and its fee.'],
])('to %j, %j: %s', async (receiver, amount, sentence) => {
  const { node } = await openSend();
  await fill(receiver, amount);
  await alert().toHaveTextContent(sentence);
  const invalid = document.querySelector('[aria-invalid="true"]');
  expect(document.activeElement).toBe(invalid);
  expect(invalid?.getAttribute('aria-describedby')).toBe(page.getByRole('alert').element().id);
  expect(node.sent).toHaveLength(0);
});

test('the app hears of what failed, once each time, and of nothing that was typed wrong', async () => {
  const heard: string[] = [];
  const { node } = await openSend({ onError: ({ code }) => void heard.push(code) });
  await fill(to.replace('9', '8'), '3');
  await alert().toHaveTextContent('You don’t have that much.');
  expect(heard).toEqual([]);
  node.isReachable = false;
  await fill(to, '1');
  await alert().toHaveTextContent('Can’t reach the network. Try again.');
  expect(heard).toEqual(['CHAIN_UNREACHABLE']);
  node.isReachable = true;
  node.refuses = 'transaction rejected';
  await fill(to, '1');
  await press('Confirm');
  await expect.poll(() => heard).toHaveLength(2);
});

test('nothing is sent to oneself', async () => {
  const { client } = await openSend();
  const { accounts } = await call(client, listWalletAccounts, {});
  await fill(accounts[0]?.address ?? '', '1');
  await alert().toHaveTextContent('This is your own address.');
});

test('the form says who pays, and on which network, and so does the review, by the same name', async () => {
  const { client } = await openSend();
  const { accounts } = await call(client, listWalletAccounts, {});
  const { address = '' } = accounts[0] ?? {};
  const facts = () => Array.from(document.querySelectorAll('dl [data-part="fact"]'), ({ textContent }) => textContent);
  expect(facts()).toEqual([`Ethereum 1\u2002${address.slice(0, 6)}…${address.slice(-4)}`, 'Base']);
  await fill(to, '1');
  await expect.poll(() => facts()[0]).toBe(`Ethereum 1${address}`);
});

test('to the contract of a token no other token is sent either', async () => {
  const { node } = await openSend();
  await page.getByLabelText('Asset').selectOptions('USDC');
  await fill('0x2260FAC5E5542a773Aa44fBCfeDf7C193bc2C599', '1');
  await alert().toHaveTextContent('This is the WBTC contract. It would be lost.');
  expect(node.sent).toHaveLength(0);
});

describe('an address that looks like a known one', () => {
  const likeOf = (address: string) => `${address.slice(0, 6)}${'12'.repeat(16)}${address.slice(-4)}`.toLowerCase();
  const bold = () => Array.from(document.querySelectorAll('[data-latchkey] strong'), ({ textContent }) => textContent);
  const sentence = 'Looks like one you know, but it’s another.';

  test('stands beneath its field beside that one before anything else is typed, and in the review with its danger', async () => {
    const { client, node } = await openSend();
    const { accounts } = await call(client, listWalletAccounts, {});
    const own = accounts[0]?.address ?? '';
    const field = page.getByLabelText('To', { exact: true });
    await field.fill(likeOf(own).slice(0, -1));
    await field.fill(likeOf(own));
    await alert().toHaveTextContent(sentence);
    await expect.element(field).toHaveAccessibleDescription(sentence);
    await expect.element(page.getByText(own, { exact: true })).toBeVisible();
    await expect.element(page.getByText(likeOf(own), { exact: true })).toBeVisible();
    const [one = '', other = ''] = bold();
    expect(likeOf(own)).toContain(one);
    expect(own).toContain(other);
    await field.fill(to);
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    await fill(likeOf(own), '1');
    await expect.element(page.getByText(/^This address looks like one you know/)).toBeVisible();
    await expect.element(page.getByRole('checkbox', { name: 'I understand' })).not.toBeChecked();
    expect(node.sent).toHaveLength(0);
  });

  test('is one that was paid before, too, and one that a name stands for', async () => {
    await openSend({ resolveName: async () => likeOf(to) });
    await fill(to, '1');
    await press('Confirm');
    await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
    await press('Done');
    await press('Send');
    await page.getByLabelText('To', { exact: true }).fill(likeOf(to));
    await alert().toHaveTextContent(sentence);
    await fill('bob.example', '9');
    await expect.element(page.getByText(sentence)).toBeVisible();
    await expect.element(page.getByText(likeOf(to), { exact: true })).toBeVisible();
  });
});

test('a name is shown with the address that it became', async () => {
  const resolveName = async (name: string) => (name === 'bob.example' ? to : undefined);
  await openSend({ resolveName });
  await fill('eve.example', '1');
  await alert().toHaveTextContent('No address found for this name.');
  await fill('bob.example', '1');
  await expect.element(page.getByRole('heading', { name: /^Send 1 ETH/ })).toBeVisible();
  const receiver = () => page.getByText('To', { exact: true }).element().closest('[data-part="row"]')?.textContent;
  expect(receiver()).toContain(`bob.example${to}`);
  await press('Reject');
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue('bob.example');
  await expect.element(page.getByText(to, { exact: true })).toBeVisible();
});

test('all of a coin leaves the largest fee', async () => {
  await openSend();
  await page.getByLabelText('To', { exact: true }).fill(to);
  await press('All');
  await press('Continue');
  // 2 ETH less 21,000 gas of 3 gwei.
  await expect.element(page.getByRole('heading', { name: /^Send 1.999937 ETH/ })).toBeVisible();
});

test('a token is sent with its own decimals', async () => {
  const { node } = await openSend();
  await page.getByLabelText('Asset').selectOptions('USDC');
  await fill(to, '0.0000001');
  await alert().toHaveTextContent('Use 6 decimals at most.');
  await fill(to, '1.5');
  await expect.element(page.getByRole('heading', { name: /^Send 1.5 USDC/ })).toBeVisible();
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
  expect(node.sent[0]).toContain('a9059cbb');
});

test('a send that needs others says so, and can be ended', async () => {
  const { node } = await openSend({
    async before(kit) {
      const { active } = kit.client.sessions.getSnapshot();
      if (active) await secondRoot(kit, active);
    },
  });
  await fill(to, '1');
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Waiting for approval' })).toHaveFocus();
  await press('Cancel');
  await alert().toHaveTextContent('Nothing was sent.');
  expect(node.sent).toHaveLength(0);
});

test('where the chain takes something for the bytes, too, the fee is about so much', async () => {
  const [base, ...others] = chains;
  if (!base || !isEthereumChain(base)) throw new Error('Base is no chain of Ethereum.');
  const { node } = await openSend({ settings: { chains: [{ ...base, feeOracle: 'op-stack' }, ...others] } });
  await fill(to, '1');
  await expect.element(page.getByText(/^about 0\.0000630/)).toBeVisible();
  await press('Confirm');
  await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
  expect(node.sent).toHaveLength(1);
});

test('reject leads back to what was typed', async () => {
  const { node } = await openSend();
  await fill(to, '1');
  // The card takes the focus once its words are there.
  await expect.element(page.getByRole('heading', { name: /^Send 1 ETH/ })).toHaveFocus();
  await press('Reject');
  await expect.element(page.getByLabelText('To', { exact: true })).toHaveValue(to);
  expect(node.sent).toHaveLength(0);
});

describe('on Solana', () => {
  const bob = 'GDDMwNyyx8uB6zrqwBFHjLLG3TBYk2F8Az4yrQC5RzMp';
  const mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';

  async function openSol(settings: Parameters<typeof openHome>[0] = {}) {
    const node = fakeNode();
    const kit = await openHome({
      ...settings,
      settings: { tokens: [{ chainId: 'solana:devnet', address: mint, symbol: 'USDC', decimals: 6 }] },
    });
    await press('Solana 1');
    await expect.element(page.getByText('3 SOL', { exact: true })).toBeVisible();
    await press('Send');
    await expect.element(page.getByText('3 SOL available')).toBeVisible();
    return { ...kit, node };
  }

  test('SOL is reviewed, sent once, and followed; tokens are said not to be sent yet', async () => {
    const { node } = await openSol({ explorerUrl: (id) => `https://explorer.example/tx/${id}` });
    await expect.element(page.getByText('Only SOL can be sent here. Tokens of Solana can’t yet.')).toBeVisible();
    await fill(bob, '1.5');
    await expect.element(page.getByRole('heading', { name: /^Send 1.5 SOL/ })).toHaveFocus();
    await expect.element(page.getByText('first time')).toBeVisible();
    await expect.element(page.getByText('at most 0.000005 SOL')).toBeVisible();
    await press('Confirm');
    await expect.element(page.getByRole('heading', { name: 'Sent' })).toHaveFocus();
    expect(node.sent).toHaveLength(1);
    const link = page.getByRole('link', { name: 'View details' }).element();
    expect(link.getAttribute('href')).toMatch(/^https:\/\/explorer\.example\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}$/);
    node.status = 'success';
    await expect.element(page.getByText('The network confirmed it.')).toBeVisible();
  });

  test('where the answer is lost the same bytes are sent again, and nothing else', async () => {
    const { node } = await openSol();
    node.lost = 1;
    await fill(bob, '1');
    await press('Confirm');
    await expect.element(page.getByRole('heading', { name: 'Sent' })).toBeVisible();
    expect(node.sent).toHaveLength(2);
    expect(new Set(node.sent).size).toBe(1);
  });

  test('all of it leaves the fee', async () => {
    await openSol();
    await page.getByLabelText('To', { exact: true }).fill(bob);
    await press('All');
    await press('Continue');
    await expect.element(page.getByRole('heading', { name: /^Send 2.999995 SOL/ })).toBeVisible();
  });

  test.each([
    [to, '1', 'This isn’t an address on Solana Devnet.'],
    [bob.slice(0, -4), '1', 'This address has a typo. Check it.'],
    [mint, '1', 'This is the USDC contract. It would be lost.'],
    [bob, '0.0000000001', 'Use 9 decimals at most.'],
    [bob, '4', 'You don’t have that much.'],
    [bob, '3', 'Not enough SOL for this and its fee.'],
    [bob, '2.9995', 'Less than the network’s minimum in SOL would be left. Send all, or less.'],
  ])('to %j, %j: %s', async (receiver, amount, sentence) => {
    const { node } = await openSol();
    await fill(receiver, amount);
    await alert().toHaveTextContent(sentence);
    expect(document.activeElement).toBe(document.querySelector('[aria-invalid="true"]'));
    expect(node.sent).toHaveLength(0);
  });

  test('a new account gets what the network keeps accounts for, or nothing', async () => {
    const { node } = await openSol();
    node.account = null;
    await fill(bob, '0.0005');
    await alert().toHaveTextContent('This address is new: send a little more SOL, or the network refuses it.');
    await fill(bob, '0.001');
    await expect.element(page.getByRole('heading', { name: /^Send 0.001 SOL/ })).toBeVisible();
  });

  test.each([
    { owner: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', executable: false },
    { owner: 'BPFLoaderUpgradeab1e11111111111111111111111', executable: true },
  ])('nothing is sent to a token or a program: %o', async (account) => {
    const { node } = await openSol();
    node.account = account;
    await fill(bob, '1');
    await alert().toHaveTextContent('This is a token or a program, not a wallet. It would be lost.');
  });

  test('what needs the votes of others is not sent, and does not wait', async () => {
    const { node } = await openSol({
      async before(kit) {
        const { active } = kit.client.sessions.getSnapshot();
        if (active) await secondRoot(kit, active);
      },
    });
    await fill(bob, '1');
    await press('Confirm');
    await alert().toHaveTextContent('Others have to approve this first');
    expect(node.sent).toHaveLength(0);
  });
});

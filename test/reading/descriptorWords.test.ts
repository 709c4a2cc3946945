import { expect, test } from 'vitest';
import { descriptorWords } from '../../src/reading/clearSigning/descriptorWords.js';

test.each([
  ...['Send to 0x9955…40b2', 'To 0x99...b2', 'For 9955…40b2'],
  ...['Receive “5 ETH”', '[5 ETH]', 'Amount:5 ETH', 'about ~5 ETH', '-5 ETH', '½ ETH', '5×ETH', '5-ETH', '15 ETH'],
  ...["5'000 USDC", '5’000 USDC', '5_000 USDC', '1 234.55 USDC', 'ETH = 5', 'Ξ5', '5 Ξ'],
  ...['Receive 5 eth', '5 usdc', '5.5 Dai', '5 gwei', '5 dollars', '1 000 Dai'],
  ...['5 000', '-5', '~5', '5%'],
])('“%s” is an amount or an address, which no descriptor says', (text) => {
  expect(() => descriptorWords(text)).toThrow('an amount or an address');
});

test.each([
  ...[
    'Allow ERC 20 spending',
    'Use EIP 712',
    'Transfer ERC-20 DAI',
    'Lazy mint ERC-721 NFT',
    '1inch order',
    '0x Protocol',
  ],
  ...[
    'Owner of Safe L2 1.5.0',
    'Initialize L2 tBTC deposit',
    'Bridge via HopL2 (L2, ERC-20, min)',
    'Dai Stablecoin v2.0',
  ],
  ...['Swap data [0] approve to', 'Value (10000 = 100%)', 'Wrapped liquid staked Ether 2.0'],
])('the number of “%s” is no amount', (text) => expect(descriptorWords(text)).toBe(text));

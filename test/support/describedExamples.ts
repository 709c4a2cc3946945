import type { Descriptor } from '../../src/reading/clearSigning/descriptor.js';
import { callData } from './ethereumTransactions.js';

/** A pool on Ethereum, and a descriptor of its calls and its typed data. */
export const pool = '0x00000000000000000000000000000000000a11ce';
export const usdc = '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48';

export const depositFunction =
  'deposit(address token, uint256 amount, address receiver, (uint256 share, address to)[] parts)';
const orderType = 'Order(address token,uint256 amount,Part[] parts,uint256 nonce)Part(uint256 share,address to)';

const amount = { path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } };
const parts = [
  { path: 'parts.[].share', label: 'Share', format: 'raw' },
  { path: 'parts.[].to', label: 'For', format: 'addressName' },
];

const documentOf = (context: object, key: string, fields: readonly object[], intent: string): Descriptor => ({
  context,
  metadata: { owner: 'Acme Pool' },
  display: { formats: { [key]: { intent, fields } } },
});

const deployments = [{ chainId: 1, address: pool }];

/** The descriptor of `deposit`, with these fields or all. */
export const depositDescriptor = (
  fields: readonly object[] = [amount, { path: 'receiver', label: 'Receiver', format: 'addressName' }, ...parts],
  key = depositFunction,
  intent = 'Deposit',
): Descriptor => documentOf({ contract: { deployments } }, key, fields, intent);

/** The descriptor of an order, with these fields or all. */
export const orderDescriptor = (
  fields: readonly object[] = [amount, ...parts],
  intent = 'Place an order',
): Descriptor => documentOf({ eip712: { deployments } }, orderType, fields, intent);

/** Both descriptors, of a pool that stands on Base. */
export const onBase: readonly Descriptor[] = JSON.parse(
  JSON.stringify([depositDescriptor(), orderDescriptor()]).replaceAll('"chainId":1', '"chainId":8453'),
);

/** The data of a deposit of 1.5 tokens of six decimals, of which somebody has a share. */
export const depositData = (token: string, receiver: string): string =>
  callData(
    'deposit(address,uint256,address,(uint256,address)[])',
    ...[token, 1_500_000n, receiver, 128n, 1n, 3n, `0x${'33'.repeat(20)}`],
  );

/** Typed data of an order. */
export const order = (message: object = {}) => ({
  domain: { name: 'Acme Pool', chainId: 1, verifyingContract: pool },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
      { name: 'verifyingContract', type: 'address' },
    ],
    Order: [
      { name: 'token', type: 'address' },
      { name: 'amount', type: 'uint256' },
      { name: 'parts', type: 'Part[]' },
      { name: 'nonce', type: 'uint256' },
    ],
    Part: [
      { name: 'share', type: 'uint256' },
      { name: 'to', type: 'address' },
    ],
  },
  primaryType: 'Order',
  message: {
    ...{ token: usdc, amount: '1500000', nonce: '7' },
    parts: [{ share: '3', to: `0x${'33'.repeat(20)}` }],
    ...message,
  },
});

import type { Descriptor } from 'latchkey/client';

/** What a deposit in the app's own pool on Base says. */
export const descriptors: readonly Descriptor[] = [
  {
    context: { contract: { deployments: [{ chainId: 8453, address: '0x00000000000000000000000000000000000a11ce' }] } },
    metadata: { owner: 'Acme Pool' },
    display: {
      formats: {
        'deposit(address token, uint256 amount, address receiver)': {
          intent: 'Deposit',
          fields: [
            { path: 'amount', label: 'Amount', format: 'tokenAmount', params: { tokenPath: 'token' } },
            { path: 'receiver', label: 'Receiver', format: 'addressName' },
          ],
        },
      },
    },
  },
];

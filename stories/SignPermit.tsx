import type { ReactElement } from 'react';
import { useSignTypedData, useWalletAccounts } from '../src/index.js';

const permit = {
  domain: { name: 'Token', version: '1', chainId: 1, verifyingContract: `0x${'33'.repeat(20)}` },
  types: {
    Permit: [
      { name: 'spender', type: 'address' },
      { name: 'value', type: 'uint256' },
    ],
  },
  primaryType: 'Permit',
  message: { spender: `0x${'55'.repeat(20)}`, value: 500n },
};

/** Says what is signed, in an app's own words, and signs it. */
export function SignPermit({ onSigned }: { onSigned(signature: string): void }): ReactElement {
  const accounts = useWalletAccounts();
  const sign = useSignTypedData({ onSuccess: ({ hex }) => onSigned(hex) });
  const account = accounts.data?.find(({ addressFormat }) => addressFormat === 'ADDRESS_FORMAT_ETHEREUM');

  return (
    <section aria-label="Permit" style={{ minInlineSize: 0, maxInlineSize: '100%', overflowWrap: 'anywhere' }}>
      <p>Let the shop spend 500 tokens of {account?.address ?? '…'}</p>
      <button
        type="button"
        disabled={!account || sign.isPending}
        onClick={() => account && sign.mutate({ ...permit, address: account.address })}
      >
        Sign
      </button>
      {sign.error && <p role="alert">{sign.error.message}</p>}
      {sign.data && <output>{sign.data.hex}</output>}
    </section>
  );
}

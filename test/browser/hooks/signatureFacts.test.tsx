import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { useSignatureFacts } from '../../../src/hooks/signatureFacts.js';
import { useWalletAccounts } from '../../../src/hooks/wallets.js';
import type { SignatureRequest } from '../../../src/reading/signatureRequest.js';
import { openKit } from './kit.js';

test('the account that signs is known by its address in any case', async () => {
  const { logIn, render } = await openKit();
  await logIn();
  const { result: accounts } = render(() => useWalletAccounts());
  await waitFor(() => expect(accounts.current.data).toHaveLength(2));
  const [own] = accounts.current.data?.filter(({ address }) => address.startsWith('0x')) ?? [];
  const request: SignatureRequest = { kind: 'message', address: own?.address.toLowerCase() ?? '', message: 'hello' };
  const { result } = render(() => useSignatureFacts(request));
  await waitFor(() => expect(result.current.signer).toEqual(own));
});

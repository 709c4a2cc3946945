/** A component that uses every entrance; a mistyped name of a method is an error. */
export const app = `
import { LatchkeyProvider, LoginCard, useCreateWallet, useSession, useSignMessage, useWallets } from 'latchkey';
import { answerOauthCallback } from 'latchkey/callback';
import { createClient, signTypedData } from 'latchkey/client';
import * as contract from 'latchkey/contract';
import * as crypto from 'latchkey/crypto';
import 'latchkey/embed';
import { toAccount } from 'latchkey/ethereum';
import { useAccountOf } from 'latchkey/ethereum/react';
import { verifyAppProof } from 'latchkey/proofs';
import { verifyRequest } from 'latchkey/server';
import * as service from 'latchkey/service';
import { createTestService } from 'latchkey/testing';

export { answerOauthCallback, contract, createClient, createTestService, crypto, service, signTypedData, toAccount, verifyAppProof, verifyRequest };

export function App() {
  const { status } = useSession();
  const wallets = useWallets();
  const sign = useSignMessage();
  const create = useCreateWallet({ onError: ({ code }) => void (code === 'LIMIT_REACHED') });
  const account = useAccountOf(undefined);
  const name: string | undefined = wallets.data?.[0]?.walletName;
  return (
    <LatchkeyProvider
      settings={{ authProxyUrl: 'https://auth.example.com', authProxyConfigId: 'id' }}
      onError={({ code, message }) => console.error(code, message)}
    >
      {status} {name} {account.data?.address} {sign.data?.toUpperCase()} {create.isPending}
      <LoginCard methods={['email', 'google', { issuer: 'acme' }]} />
      {/* @ts-expect-error: a mistyped name */}
      <LoginCard methods={['emial']} />
    </LatchkeyProvider>
  );
}
`;

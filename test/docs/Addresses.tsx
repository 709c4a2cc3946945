import { LatchkeyProvider, LoggedIn, ProofBadge, useWalletAccounts } from '../../src/index.js';
import 'latchkey/styles.css';
import 'latchkey/account.css';

// What `latchkey init` and `latchkey trust` printed, in the app's own source.
const trust = {
  signerPublicKey: '04…',
  notarizerPublicKey: '04…',
  tlsFetcherSignPublicKey: '04…',
  tlsFetcherEncryptPublicKey: '04…',
  attestationRoot: 'MIIB…',
};
const settings = {
  authProxyUrl: 'https://auth.example.com',
  authProxyConfigId: '22222222-2222-4222-8222-222222222222',
  trust,
  verifyProofs: 'offered',
} as const;

function Addresses() {
  const accounts = useWalletAccounts();
  return accounts.data?.map((account) => (
    <li key={account.walletAccountId}>
      {account.address} <ProofBadge address={account} />
    </li>
  ));
}

export const App = () => (
  <LatchkeyProvider settings={settings}>
    <LoggedIn>
      <Addresses />
    </LoggedIn>
  </LatchkeyProvider>
);

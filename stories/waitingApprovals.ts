import type { Loader } from '@storybook/react-vite';
import wasmUrl from 'sql.js/dist/sql-wasm-browser.wasm?url';
import { call } from '../src/client/call.js';
import { type Client, createClient } from '../src/client/createClient.js';
import { loginWithOtp } from '../src/client/flows/loginWithOtp.js';
import { requestOtp } from '../src/client/flows/requestOtp.js';
import { createWallet } from '../src/contract/wallets.js';
import { memoryKeyStore } from '../src/sessions/keyStore.js';
import { createTestService, type TestService } from '../src/testing.js';
import { type SecondRoot, secondRoot } from '../test/support/secondRoot.js';

/** What a story of the inbox begins with, under `parameters`. */
export type WaitingParameters = {
  /** Names of wallets that Bob asks for, the oldest first. */
  asked?: readonly string[];
  /** Names of wallets that the person asks for herself. */
  mine?: readonly string[];
  /** How long ago all of it was. In milliseconds. */
  agoMs?: number;
};

/** What the loader hands to a story. `fingerprints` are those of what Bob asks for. */
export type Waiting = {
  readonly service: TestService;
  readonly client: Client;
  readonly bob: SecondRoot;
  readonly fingerprints: readonly string[];
};

const contact = 'ada@example.com';
const weekSeconds = 604_800;

/** Ada is logged in; she and Bob are the root users of her organization, and each wallet needs both. */
export const startWaiting: Loader = async ({ parameters }) => {
  const { asked = [], mine = [], agoMs = 0 }: WaitingParameters = parameters;
  const config = { sessionExpirationSeconds: weekSeconds, maxSessionSeconds: weekSeconds };
  const service = await createTestService({ wasmUrl, config });
  const client = createClient({ ...service.settings, keys: memoryKeyStore() });
  const { otpId } = await requestOtp(client, { otpType: 'OTP_TYPE_EMAIL', contact });
  const otpCode = service.inbox.lastCode(contact) ?? '';
  const session = await loginWithOtp(client, { otpIds: [otpId], otpCode });
  const bob = await secondRoot({ service, client }, session);
  const fingerprints: string[] = [];
  for (const name of asked) {
    fingerprints.push(await bob.propose(name));
    service.clock.advanceMs(60_000);
  }
  for (const walletName of mine) await call(client, createWallet, { walletName, accounts: [] }).catch(() => undefined);
  service.clock.advanceMs(agoMs);
  const waiting: Waiting = { service, client, bob, fingerprints };
  return waiting;
};

import { expect } from 'vitest';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import { post } from '../../test/support/live/client.js';
import type { Entry, Sent } from '../../test/support/live/ledger.js';
import type { Place } from '../../test/support/live/place.js';
import type { Program } from '../../test/support/live/program.js';
import { freshSecrets } from '../../test/support/live/secrets.js';
import { init, pause, type Serving, type Starting, serve } from '../../test/support/live/serve.js';
import { activityOf } from '../../test/support/live/wire.js';
import { acknowledgedFaults } from './audit/acknowledged.js';
import { contentsOf } from './audit/contents.js';
import { relationFaults } from './audit/relations.js';
import { ethereum } from './person.js';

/** One service process on a database, and a client that records its answers. */
export type Site = Serving & {
  /** A new request that writes. */
  readonly wallet: () => Promise<Sent>;
  /** Sends a request that must succeed. */
  readonly done: (sent: Sent) => Promise<void>;
  /** Sends a request whose answer must be 503 with its code, without the cause. */
  readonly unavailable: (sent: Sent) => Promise<void>;
  /** Sends the same bytes until they are answered, for at most ten seconds. */
  readonly doneSoon: (sent: Sent) => Promise<void>;
  /** Checks that exactly the acknowledged wallets exist, and nothing partial. */
  readonly expectWhole: () => Promise<void>;
};

export async function openSite(program: Program, place: Place, starting?: Starting): Promise<Site> {
  const variables = { ...freshSecrets().variables, ...place.variables, SMS_WEBHOOK_URL: 'http://127.0.0.1:9/' };
  const key = await createSigningKey();
  const { organizationId } = await init(program, variables, key.publicKey);
  const serving = await serve(program, variables, starting);
  const acknowledged: Entry[] = [];
  let names = 0;

  const keep = (sent: Sent, answer: Entry['answer']) => {
    expect(answer.status, answer.text).toBe(200);
    acknowledged.push({ ...sent, answer });
  };

  return {
    ...serving,
    wallet: () => {
      names += 1;
      const parameters = { walletName: `Wallet ${names}`, accounts: [ethereum(0)] };
      return activityOf({ key, organizationId }, createWallet, parameters);
    },
    done: async (sent) => keep(sent, await post(serving.url, sent)),
    unavailable: async (sent) => {
      const { status, text } = await post(serving.url, sent);
      expect(status, text).toBe(503);
      const { code, message, details } = JSON.parse(text);
      expect([code, details[0].reason]).toEqual([14, 'UNAVAILABLE']);
      expect(message).toBe('The service cannot reach its database. Nothing was acknowledged; try again.');
    },
    doneSoon: async (sent) => {
      let answer = await post(serving.url, sent);
      for (const end = performance.now() + 60_000; answer.status === 503 && performance.now() < end; await pause(50)) {
        answer = await post(serving.url, sent);
      }
      keep(sent, answer);
    },
    expectWhole: async () => {
      const store = await place.openStore();
      const contents = await contentsOf(store);
      await store.close();
      expect(acknowledgedFaults(acknowledged, contents)).toEqual([]);
      expect(relationFaults(contents)).toEqual([]);
      expect(contents.wallets).toHaveLength(acknowledged.length);
      expect(contents.wallet_accounts).toHaveLength(acknowledged.length);
    },
  };
}

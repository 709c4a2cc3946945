import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createSubOrganization } from '../../../../src/contract/organizations.js';
import { stampLogin } from '../../../../src/contract/sessions.js';
import { signRawPayload } from '../../../../src/contract/signing.js';
import { createWallet } from '../../../../src/contract/wallets.js';
import { utf8 } from '../../../../src/crypto/bytes.js';
import { createSigningKey, type SigningKey } from '../../../../src/crypto/p256.js';
import { fingerprintOf } from '../../../../src/service/coordinator/engine/record/fingerprint.js';
import { createService } from '../../../../src/service/createService.js';
import { makeParent } from '../../../../src/service/makeParent.js';
import { openLibsql } from '../../../../src/service/store/openLibsql.js';
import type { Tables } from '../../../../src/service/store/schema.js';
import type { Store } from '../../../../src/service/store/store.js';
import { createTestService, type TestService } from '../../../../src/testing/createTestService.js';
import { contentsOf, votesIn } from '../../../support/contents.js';
import {
  apiKeyOf,
  codeOf,
  done,
  makeSubOrganization,
  type Party,
  rootOf,
  sendStamped,
} from '../../../support/parties.js';
import { databases } from '../../../support/stores.js';
import { temporaryFolder } from '../../../support/temporaryFolder.js';
import { envelope, post, stampOf, wallet } from '../../../support/wire.js';

const signing = {
  signWith: 'nobody',
  encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
  hashFunction: 'HASH_FUNCTION_SHA256',
} as const;

/** The activity that was recorded last. */
const newest = async ({ db }: Store) => {
  const all = db.selectFrom('activities').select('activity_id as id');
  return all.orderBy('activity_id', 'desc').executeTakeFirstOrThrow();
};

describe.each(databases)('on $name', ({ open }) => {
  let service: TestService;
  let ada: Party;
  beforeEach(async () => {
    service = await createTestService({ store: await open() });
    [ada] = (await makeSubOrganization(service)).users;
  });
  afterEach(() => service.close());

  test('T-22 the same bytes get the same activity, and take effect once', async () => {
    const body = envelope(service, createWallet, ada.organizationId, wallet);
    const first = await sendStamped(service, ada.key, createWallet, body);
    const contents = await contentsOf(service.service.tools.store);
    service.clock.advanceMs(1000);
    const second = await sendStamped(service, ada.key, createWallet, body);
    expect(await second.text()).toBe(await first.text());
    expect(await contentsOf(service.service.tools.store)).toEqual(contents);
  });

  test('bytes of an old shape that was accepted get their activity again, and new ones of that shape are refused', async () => {
    const { store, primitives } = service.service.tools;
    await done(service, ada, createWallet, wallet as never);
    const { id } = await newest(store);
    // More than a payload may have today.
    const payload = { ...signing, payload: 'p'.repeat(100 * 1024) };
    const body = envelope(service, signRawPayload, ada.organizationId, payload);
    const fingerprint = await fingerprintOf(primitives, utf8(body));
    await store.db.updateTable('activities').set({ fingerprint }).where('activity_id', '=', id).execute();
    const contents = await contentsOf(store);
    service.clock.advanceMs(2 * 60 * 60_000);
    const known = await sendStamped(service, ada.key, signRawPayload, body);
    expect(known.status).toBe(200);
    expect((await known.json()).activity).toMatchObject({ id, fingerprint });
    expect(await contentsOf(store)).toEqual(contents);
    const unknown = await sendStamped(service, ada.key, signRawPayload, `${body} `);
    expect([unknown.status, await codeOf(unknown)]).toEqual([400, 'REQUEST_INVALID']);
  });

  test('T-52 100 at once are one activity and one effect, and get one answer', async () => {
    const body = envelope(service, createWallet, ada.organizationId, wallet);
    const headers = await stampOf(ada.key, body);
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => post(service, createWallet.path, body, headers)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(await Promise.all(responses.map((response) => response.text()))).size).toBe(1);
    const { wallets, wallet_accounts } = await contentsOf(service.service.tools.store);
    expect([wallets?.length, wallet_accounts?.length]).toEqual([1, 2]);
  });

  test('T-52 all 100 get the same secret answer', async () => {
    const { publicKey } = await createSigningKey();
    const body = envelope(service, stampLogin, ada.organizationId, { publicKey });
    const responses = await Promise.all(
      Array.from({ length: 100 }, () => sendStamped(service, ada.key, stampLogin, body)),
    );
    const sessions = await Promise.all(
      responses.map(async (response) => (await response.json()).activity.result.stampLoginResult.session),
    );
    expect(new Set(sessions).size).toBe(1);
    expect(sessions[0]).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  });

  test('50 at once that would all take one name: one takes it, the others are refused', async () => {
    const bodies = Array.from({ length: 50 }, (_, index) =>
      envelope(service, createWallet, ada.organizationId, { ...wallet, accounts: [], mnemonicLength: 12 }).replace(
        /}$/,
        `${' '.repeat(index)}}`,
      ),
    );
    const responses = await Promise.all(bodies.map((body) => sendStamped(service, ada.key, createWallet, body)));
    const statuses = responses.map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 49 }, () => 409)]);
    const { wallets, activities } = await contentsOf(service.service.tools.store);
    expect(wallets).toHaveLength(1);
    expect(activities?.filter((activity) => activity.includes('ACTIVITY_STATUS_FAILED'))).toHaveLength(49);
  });

  test('T-53 a crash at any statement leaves nothing partial, and the same bytes then complete', async () => {
    const root = await rootOf(service);
    const key = await createSigningKey();
    const body = envelope(service, createSubOrganization, root.organizationId, {
      subOrganizationName: 'Whole',
      rootUsers: [{ userName: 'Root', apiKeys: [apiKeyOf(key)] }],
      rootQuorumThreshold: 1,
      wallet,
    });
    const { store, ...tools } = service.service.tools;
    const { createCoordinator } = await import('../../../../src/service/coordinator/coordinator.js');
    const before = await contentsOf(store);
    const headers = await stampOf(root.key, body);
    const request = () =>
      new Request(`https://latchkey.test${createSubOrganization.path}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body,
      });
    let statements = 0;
    for (let status = 500; status === 500; statements += 1) {
      const coordinator = createCoordinator({ ...tools, store: crashing(store, statements) });
      ({ status } = await coordinator(request()));
      if (status === 500) expect(await contentsOf(store)).toEqual(before);
      else expect(status).toBe(200);
    }
    expect(statements).toBeGreaterThan(7);
    const after = await contentsOf(store);
    expect(after.organizations?.length).toBe((before.organizations?.length ?? 0) + 1);
    expect(after.wallet_accounts).toHaveLength(2);
    expect(after.activities?.length).toBe((before.activities?.length ?? 0) + 1);
    expect(votesIn(after)).toBe(votesIn(before) + 1);
  });
});

/** A store whose transactions break off after so many statements. */
function crashing(store: Store, after: number): Store {
  let left = after;
  const breaking = (transaction: Transaction<Tables>): Transaction<Tables> =>
    transaction.withPlugin({
      transformQuery: ({ node }) => {
        left -= 1;
        if (left < 0) throw new Error('The power failed.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
  return { ...store, transaction: (run) => store.transaction((transaction) => run(breaking(transaction))) };
}

describe('T-53 across a restart, on a file', () => {
  const folder = temporaryFolder();
  const random = (length: number) => new Uint8Array(randomBytes(length));
  const proxyKey = random(32);
  proxyKey[0] = 0;
  const secrets = { masterKeys: [{ id: '1', key: random(32) }], codePepper: random(32), proxyKey };
  const start = async (name: string) =>
    createService({ store: await openLibsql(join(folder, name)), secrets, send: async () => {} });

  /** Sends the same bytes before and after a restart. */
  async function answersAcross(name: string, row: { path: string }, body: (organizationId: string) => string) {
    const key: SigningKey = await createSigningKey();
    const answers: string[] = [];
    let sent = '';
    for (let life = 0; life < 2; life += 1) {
      const service = await start(name);
      const { organizationId } = await makeParent(service.tools, { name: 'Parent', rootPublicKey: key.publicKey });
      sent ||= body(organizationId);
      const headers = { 'Content-Type': 'application/json', ...(await stampOf(key, sent)) };
      const request = new Request(`https://latchkey.test${row.path}`, { method: 'POST', headers, body: sent });
      answers.push(await (await service.fetch(request)).text());
      await service.close();
    }
    return answers;
  }

  const write = (type: string, parameters: object) => (organizationId: string) =>
    JSON.stringify({ type, timestampMs: String(Date.now()), organizationId, parameters });

  test('an acknowledged activity still exists, with its answer', async () => {
    const [first, second] = await answersAcross(
      'wallet.db',
      createWallet,
      write(createWallet.versions.V1.type, wallet),
    );
    expect(first).toContain('ACTIVITY_STATUS_COMPLETED');
    expect(second).toBe(first);
  });

  test('a secret answer is given in full again', async () => {
    const { publicKey } = await createSigningKey();
    const [first, second] = await answersAcross(
      'login.db',
      stampLogin,
      write(stampLogin.versions.V1.type, { publicKey }),
    );
    expect(first).toMatch(/"session":"ey/);
    expect(second).toBe(first);
  });

  test('a failure is the same failure', async () => {
    const bad = { ...wallet, accounts: [{ ...wallet.accounts[0], path: 'nowhere' }] };
    const [first, second] = await answersAcross('failure.db', createWallet, write(createWallet.versions.V1.type, bad));
    expect(first).toContain('PATH_MALFORMED');
    expect(second).toBe(first);
  });
});

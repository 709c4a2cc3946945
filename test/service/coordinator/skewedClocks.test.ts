import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import { createWallet, createWalletAccounts, deleteWalletAccounts } from '../../../src/contract/wallets.js';
import { listWalletAccounts, listWallets } from '../../../src/contract/wallets.queries.js';
import { createSigningKey } from '../../../src/crypto/p256.js';
import { createService } from '../../../src/service/createService.js';
import { createInbox } from '../../../src/service/delivery/inbox.js';
import { makeParent } from '../../../src/service/makeParent.js';
import { copyInto } from '../../../src/service/store/copyInto.js';
import { openLibsql } from '../../../src/service/store/openLibsql.js';
import type { Store } from '../../../src/service/store/store.js';
import { createTestClock } from '../../../src/testing/clock.js';
import { freshSecrets } from '../../support/live/secrets.js';
import { done, type Party } from '../../support/parties.js';
import { sharedDatabases } from '../../support/stores.js';
import { ask, type Wired, wallet } from '../../support/wire.js';

const count = 30;
const hourMs = 3_600_000;

/** A service as it runs in a process of its own: nothing in memory is shared with another. */
type Process = Wired & { readonly store: Store };

async function startOn(
  store: Store,
  secrets: ReturnType<typeof freshSecrets>['secrets'],
  nowMs: number,
): Promise<Process> {
  const clock = createTestClock(nowMs);
  const inbox = createInbox(clock);
  const service = await createService({ store, secrets, send: inbox.send, clock });
  return { service, clock, inbox, store, authProxyConfigId: '' };
}

describe.each(sharedDatabases)('two processes on $name, whose clocks are an hour apart', ({ name, fresh }) => {
  const { secrets } = freshSecrets();
  let processes: [Process, Process];
  let root: Party;
  beforeEach(async () => {
    const open = await fresh();
    const nowMs = Date.now();
    const ahead = await startOn(await open(), secrets, nowMs);
    processes = [ahead, await startOn(await open(), secrets, nowMs - hourMs)];
    const key = await createSigningKey();
    const { tools } = ahead.service;
    const { organizationId } = await makeParent(tools, { name: 'Parent', rootPublicKey: key.publicKey });
    root = { key, organizationId, userId: '' };
  });
  afterEach(() => Promise.all(processes.map(({ service }) => service.close())));

  const processAt = (index: number): Process => processes[index % 2 === 0 ? 0 : 1];
  const newWallet = (by: Process, index: number) =>
    done(by, root, createWallet, { walletName: `Wallet ${index}`, accounts: [] });
  const newAccount = (by: Process, walletId: string, index: number) => {
    const accounts = [{ ...wallet.accounts[0], path: `m/44'/60'/0'/0/${index}` }];
    return done(by, root, createWalletAccounts, { walletId, accounts } as never);
  };

  async function namesOf(by: Process): Promise<string[]> {
    const request = { organizationId: root.organizationId };
    const { wallets } = await ask<{ wallets: { walletName: string }[] }>(by, root.key, listWallets, request);
    return wallets.map(({ walletName }) => walletName);
  }

  async function accountsOf(
    by: Process,
    paginationOptions: object,
  ): Promise<{ walletAccountId: string; path: string }[]> {
    const request = { organizationId: root.organizationId, paginationOptions };
    const answer = await ask<{ accounts: { walletAccountId: string; path: string }[] }>(
      by,
      root.key,
      listWalletAccounts,
      request,
    );
    return answer.accounts;
  }

  test('a new wallet moves no older one', async () => {
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) {
      await newWallet(processAt(index), index);
      made.push(`Wallet ${index}`);
      expect(await namesOf(processAt(index + 1))).toEqual(made);
    }
  });

  test('wallets that both make at once are behind the older ones, each once', async () => {
    await newWallet(processes[0], 0);
    await newWallet(processes[1], 1);
    const atOnce = [2, 3, 4, 5, 6, 7];
    await Promise.all(atOnce.map((index) => newWallet(processAt(index), index)));
    const names = await namesOf(processes[0]);
    expect(names.slice(0, 2)).toEqual(['Wallet 0', 'Wallet 1']);
    expect(names.slice(2).sort()).toEqual(atOnce.map((index) => `Wallet ${index}`));
  });

  test('a new account moves no older one, and pages show each once, forwards and backwards', async () => {
    const { walletId } = await newWallet(processes[0], 0);
    const made: string[] = [];
    for (let index = 0; index < count; index += 1) {
      await newAccount(processAt(index), walletId, index);
      made.push(`m/44'/60'/0'/0/${index}`);
      expect((await accountsOf(processAt(index + 1), { limit: '100' })).map(({ path }) => path)).toEqual(made);
    }
    const forwards = await accountsOf(processes[0], { limit: '7' });
    for (let page = forwards; page.length > 0; forwards.push(...page))
      page = await accountsOf(processes[1], { limit: '7', after: forwards.at(-1)?.walletAccountId });
    expect(forwards.map(({ path }) => path)).toEqual(made);
    const backwards = forwards.slice(-1);
    for (let page = backwards; page.length > 0; backwards.unshift(...page))
      page = await accountsOf(processes[1], { limit: '7', before: backwards[0]?.walletAccountId });
    expect(backwards).toEqual(forwards);
  });

  test('accounts of one request are listed in its order, behind the older ones', async () => {
    const { walletId } = await newWallet(processes[0], 0);
    const paths = Array.from({ length: 20 }, (_, index) => `m/44'/60'/0'/0/${19 - index}`);
    const accounts = paths.map((path) => ({ ...wallet.accounts[0], path }));
    await done(processes[0], root, createWalletAccounts, { walletId, accounts: accounts.slice(0, 10) } as never);
    await done(processes[1], root, createWalletAccounts, { walletId, accounts: accounts.slice(10) } as never);
    expect((await accountsOf(processes[0], { limit: '100' })).map(({ path }) => path)).toEqual(paths);
  });

  test('a page goes on behind an account that was deleted meanwhile', async () => {
    const { walletId } = await newWallet(processes[0], 0);
    for (let index = 0; index < 5; index += 1) await newAccount(processes[0], walletId, index);
    const all = await accountsOf(processes[0], {});
    const deleted = all[2]?.walletAccountId ?? '';
    const request = { walletAccountIds: [deleted], deleteWithoutExport: true };
    await done(processes[1], root, deleteWalletAccounts, request);
    expect(await accountsOf(processes[0], { after: deleted })).toEqual(all.slice(3));
    expect(await accountsOf(processes[0], { before: deleted })).toEqual(all.slice(0, 2));
  });

  if (!name.startsWith('libsql')) return;
  test('after a restore, a new wallet moves no older one', async () => {
    for (let index = 0; index < 3; index += 1) await newWallet(processes[0], index);
    const path = join(inject('folderOfRun'), `${randomUUID()}.db`);
    await copyInto(processes[0].store, path);
    const restored = await startOn(await openLibsql(path), secrets, Date.now() - hourMs);
    await newWallet(restored, 3);
    expect(await namesOf(restored)).toEqual(['Wallet 0', 'Wallet 1', 'Wallet 2', 'Wallet 3']);
    await restored.service.close();
  });
});

import { proxyOtpInit, proxyOtpVerify, proxySignup } from '../../../src/contract/proxy.js';
import type { ProxyRow } from '../../../src/contract/row.js';
import { createSigningKey, type SigningKey } from '../../../src/crypto/p256.js';
import { type Chance, pick } from '../../../test/support/chance.js';
import { post } from '../../../test/support/live/client.js';
import type { Place } from '../../../test/support/live/place.js';
import { pause } from '../../../test/support/live/serve.js';
import { type Party, proxyCallOf, yes } from '../../../test/support/live/wire.js';
import { signupRequest } from '../../../test/support/wire.js';
import { makeOrganization, type Site } from '../site.js';

/** A service with users, and an attacker who has an account. */
export type Fixtures = {
  readonly site: Site;
  readonly attacker: { readonly party: Party; readonly token: string; readonly tokenKey: SigningKey };
  /** The contact of a person with an account (0), or without (1), in turn. */
  readonly contact: (side: 0 | 1) => string;
  /** Existing resources of others, each in turn. */
  readonly organization: () => { organizationId: string; userId: string };
  readonly activityId: () => string;
  readonly account: () => { wallet_id: string; address: string };
  /** Random ids and addresses. */
  readonly absentId: () => string;
  readonly absentAddress: () => string;
  /** Requests a new code for a contact. */
  readonly code: (contact: string) => Promise<{ otpId: string; otpCode: string }>;
  /** Call it after each request that sends a message. */
  readonly expectMessage: () => void;
  /** Waits until every message has arrived, so that none is sent during a measurement. */
  readonly quiet: () => Promise<void>;
};

const timeoutMs = 10_000;

/** Signs up `count` people, each with a wallet. */
export async function openFixtures(site: Site, place: Place, count: number, chance: Chance): Promise<Fixtures> {
  const call = async <Answer>(row: ProxyRow, request: object): Promise<Answer> => {
    const sent = proxyCallOf(site.parent.authProxyConfigId, row, request);
    return yes<Answer>(sent, await post(site.serving.url, sent));
  };
  let expected = 0;
  const quiet = async () => {
    for (const end = performance.now() + timeoutMs; site.hook.count() < expected; await pause(1)) {
      if (performance.now() > end) throw new Error(`${expected - site.hook.count()} messages did not come.`);
    }
  };
  const code: Fixtures['code'] = async (contact) => {
    expected += 1;
    const before = site.hook.codesOf(contact).length;
    const { otpId } = await call<{ otpId: string }>(proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact });
    await quiet();
    if (site.hook.codesOf(contact).length === before) throw new Error('Another message came.');
    return { otpId, otpCode: site.hook.codesOf(contact).at(-1) ?? '' };
  };
  const prove = async (contact: string) => {
    const key = await createSigningKey();
    const typed = { ...(await code(contact)), publicKey: key.publicKey };
    const { verificationToken } = await call<{ verificationToken: string }>(proxyOtpVerify, typed);
    return { key, token: verificationToken };
  };
  const contactOf = (side: 0 | 1, index: number) => `+4915${side + 1}${String(index).padStart(8, '0')}`;
  for (let index = 0; index < count; index += 1) {
    const { token, key } = await prove(contactOf(0, index));
    await call(proxySignup, await signupRequest(token, key));
  }
  const party = await makeOrganization(site, 'Attacker');
  const proof = await prove('+4915999999999');
  const { users, activities, accounts } = await existing(place, party.organizationId);
  const hex = (length: number) => Array.from({ length }, () => pick(chance, [...'0123456789abcdef'])).join('');
  return {
    site,
    attacker: { party, token: proof.token, tokenKey: proof.key },
    contact: inTurn(count, (index, side) => contactOf(side, index)),
    organization: eachOf(users),
    activityId: eachOf(activities),
    account: eachOf(accounts),
    absentId: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
    absentAddress: () => `0x${hex(40)}`,
    code,
    expectMessage: () => {
      expected += 1;
    },
    quiet,
  };
}

/** Ids and addresses of others, which an attacker may have learned. */
async function existing(place: Place, attackersId: string) {
  const store = await place.openStore();
  try {
    return await store.read(async (db) => ({
      users: await db
        .selectFrom('users')
        .select(['organization_id as organizationId', 'user_id as userId'])
        .where('parent_id', 'is not', null)
        .where('organization_id', '!=', attackersId)
        .execute(),
      activities: (
        await db.selectFrom('activities').select('activity_id').where('type', 'like', '%SUB_ORGANIZATION%').execute()
      ).map(({ activity_id }) => activity_id),
      accounts: await db
        .selectFrom('wallet_accounts')
        .select(['wallet_id', 'address'])
        .where('address', 'like', '0x%')
        .execute(),
    }));
  } finally {
    await store.close();
  }
}

/** The items of each side in turn, from the start again after the last. */
function inTurn<Item>(count: number, itemAt: (index: number, side: 0 | 1) => Item): (side: 0 | 1) => Item {
  const next = [0, 0];
  return (side) => {
    const index = next[side] ?? 0;
    next[side] = (index + 1) % count;
    return itemAt(index, side);
  };
}

function eachOf<Item>(items: readonly Item[]): () => Item {
  const next = inTurn(items.length, (index) => items[index] as Item);
  return () => next(0);
}

import { createInvitations } from '../../src/contract/invitations.js';
import { createSubOrganization } from '../../src/contract/organizations.js';
import { initOtp } from '../../src/contract/otp.js';
import { createPolicy } from '../../src/contract/policies.js';
import { createPrivateKeys } from '../../src/contract/privateKeys.js';
import type { ActivityRow } from '../../src/contract/row.js';
import { stampLogin } from '../../src/contract/sessions.js';
import { createTvcApp } from '../../src/contract/tvc.js';
import { createUserTag } from '../../src/contract/userTags.js';
import { createWallet } from '../../src/contract/wallets.js';
import { createSigningKey } from '../../src/crypto/p256.js';
import type { Store } from '../../src/service/store/store.js';
import { app } from '../../test/support/examples/tvc.js';
import { fingerprintOf } from '../../test/support/live/ledger.js';
import { activityOf, type Party } from '../../test/support/live/wire.js';
import { ethereum } from '../crash/person.js';
import type { Fixtures } from './fixtures.js';

/**
 * Sends one request many times at once: there must be one activity, one effect, and the same answer for all.
 *
 * @param round - counts the rounds, each of which creates something else: a wallet, an organization, a code, a session …
 * @returns a sentence for each deviation.
 */
export async function identicalSubmits(fixtures: Fixtures, round: number, atOnce: number): Promise<string[]> {
  const { row, by, parameters, effects } = await (operations[round % operations.length] ?? wallets)(fixtures, round);
  const sent = await activityOf(by, row, parameters);
  const answers = await fixtures.race(Array.from({ length: atOnce }, () => sent));
  const different = [...new Set(answers.map(({ status, text }) => `${status} ${text}`))];
  const activities = await fixtures.store.read((db) =>
    db
      .selectFrom('activities')
      .select('activity_id')
      .where('organization_id', '=', by.organizationId)
      .where('fingerprint', '=', fingerprintOf(sent.body))
      .execute(),
  );
  const made = await effects(fixtures.store);
  return [
    ...(different.length === 1 ? [] : [`${row.name} got ${different.length} answers: ${different.join(' | ')}`]),
    ...(answers[0]?.status === 200 ? [] : [`${row.name} was refused: ${answers[0]?.text}`]),
    ...(activities.length === 1 ? [] : [`${row.name} is recorded ${activities.length} times`]),
    ...(made === 1 ? [] : [`${row.name} had ${made} effects`]),
  ];
}

type Operation = {
  readonly row: ActivityRow;
  readonly by: Pick<Party, 'key' | 'organizationId'>;
  readonly parameters: object;
  /** Counts the effects. */
  readonly effects: (store: Store) => Promise<number>;
};

/** Each in an organization of its own, because an organization has 100 wallets at most. */
const wallets = async ({ newParty }: Fixtures): Promise<Operation> => {
  const by = await newParty();
  return {
    row: createWallet,
    by,
    parameters: { walletName: 'Wallet', accounts: [ethereum(0)] },
    effects: (store) =>
      count(store, (db) =>
        db
          .selectFrom('wallet_accounts')
          .innerJoin('wallets', 'wallets.wallet_id', 'wallet_accounts.wallet_id')
          .select('wallet_account_id')
          .where('wallets.organization_id', '=', by.organizationId)
          .execute(),
      ),
  };
};

/** Without a unique constraint in the database. */
const organizations = async ({ root }: Fixtures, round: number): Promise<Operation> => ({
  row: createSubOrganization,
  by: root,
  parameters: {
    subOrganizationName: `Race ${round}`,
    rootUsers: [{ userName: 'Root', apiKeys: [] }],
    rootQuorumThreshold: 1,
  },
  effects: (store) =>
    count(store, (db) =>
      db.selectFrom('organizations').select('organization_id').where('name', '=', `Race ${round}`).execute(),
    ),
});

/** Without a unique constraint, too. */
const codes = async ({ root }: Fixtures, round: number): Promise<Operation> => {
  const contact = `+4917${String(round).padStart(9, '0')}`;
  return {
    row: initOtp,
    by: root,
    parameters: { otpType: 'OTP_TYPE_SMS', contact, appName: 'Race' },
    effects: (store) =>
      count(store, (db) => db.selectFrom('otp_codes').select('otp_id').where('contact', '=', contact).execute()),
  };
};

/** The answer is secret: it is stored sealed, and returned again in full. */
const sessions = async ({ ada }: Fixtures): Promise<Operation> => {
  const { publicKey } = await createSigningKey();
  return {
    row: stampLogin,
    by: ada,
    parameters: { publicKey },
    effects: (store) =>
      count(store, (db) =>
        db.selectFrom('credentials').select('credential_id').where('public_key', '=', publicKey).execute(),
      ),
  };
};

/** Other resources, each in an organization of its own. */
const resource =
  (row: ActivityRow, table: CountedTable, parameters: (by: Party) => object | Promise<object>) =>
  async ({ newParty }: Fixtures): Promise<Operation> => {
    const by = await newParty();
    return {
      row,
      by,
      parameters: await parameters(by),
      effects: (store) =>
        count(store, (db) =>
          db.selectFrom(table).select('organization_id').where('organization_id', '=', by.organizationId).execute(),
        ),
    };
  };

type CountedTable = 'policies' | 'user_tags' | 'private_keys' | 'invitations' | 'tvc_apps';

const operations = [
  wallets,
  organizations,
  codes,
  sessions,
  resource(createPolicy, 'policies', () => ({ policyName: 'Race', effect: 'EFFECT_DENY', condition: 'false' })),
  resource(createUserTag, 'user_tags', ({ userId }) => ({ userTagName: 'Race', userIds: [userId] })),
  resource(createPrivateKeys, 'private_keys', () => ({
    privateKeys: [{ privateKeyName: 'Race', curve: 'CURVE_ED25519', privateKeyTags: [], addressFormats: [] }],
  })),
  resource(createInvitations, 'invitations', ({ userId: senderUserId }) => {
    const guest = { receiverUserName: 'Guest', receiverUserEmail: 'guest@example.com', receiverUserTags: [] };
    return { invitations: [{ ...guest, accessType: 'ACCESS_TYPE_ALL', senderUserId }] };
  }),
  resource(createTvcApp, 'tvc_apps', app),
];

const count = async (store: Store, select: Parameters<typeof store.read<unknown[]>>[0]): Promise<number> =>
  (await store.read(select)).length;

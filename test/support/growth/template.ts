import { createApiKeys } from '../../../src/contract/credentials.js';
import {
  type CreatePrivateKeysResult,
  createPrivateKeys,
  createPrivateKeyTag,
} from '../../../src/contract/privateKeys.js';
import { signRawPayload } from '../../../src/contract/signing.js';
import { whoami } from '../../../src/contract/users.queries.js';
import { createWallet } from '../../../src/contract/wallets.js';
import { createSigningKey, importSigningKey } from '../../../src/crypto/p256.js';
import type { TestService } from '../../../src/testing/createTestService.js';
import { ask, signUp, submit, wallet } from '../wire.js';

/** The rows to copy: of a person who signed up, logged in and signed once, and of the parent's own wallet. */
export type Template = {
  readonly parentId: string;
  readonly organizationId: string;
  readonly contact: string;
  /** The signup, in the parent. */
  readonly signupActivityId: string;
  /** The signature, in the sub-organization. */
  readonly signActivityId: string;
  readonly parentWalletId: string;
};

const contact = 'template@example.com';

/** Creates the template by requests to the service, so that its rows are real ones. */
export async function makeTemplate(test: TestService): Promise<Template> {
  const { organizationId: parentId } = test;
  const person = await signUp(test, contact);
  const { organizationId, userId, key } = person;
  // A long-lived key beside the session, which was used once.
  const lasting = await createSigningKey();
  const apiKeys = [{ apiKeyName: 'Key', publicKey: lasting.publicKey, curveType: 'API_KEY_CURVE_P256' }];
  await submit(test, key, createApiKeys, organizationId, { userId, apiKeys });
  await ask(test, lasting, whoami, { organizationId });
  const signing = await submit(test, key, signRawPayload, organizationId, {
    signWith: person.addresses[0],
    payload: `0x${'11'.repeat(32)}`,
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  });
  const root = await importSigningKey(test.rootApiKey);
  const made = await submit(test, root, createWallet, parentId, { ...wallet, walletName: 'Deposits' });
  const privateKey = { privateKeyName: 'Key', curve: 'CURVE_SECP256K1', privateKeyTags: [] };
  const keys = await submit(test, root, createPrivateKeys, parentId, {
    privateKeys: [{ ...privateKey, addressFormats: ['ADDRESS_FORMAT_ETHEREUM'] }],
  });
  const { privateKeys } = keys.result.createPrivateKeysResultV2 as CreatePrivateKeysResult;
  const privateKeyIds = privateKeys.map(({ privateKeyId }) => privateKeyId);
  await submit(test, root, createPrivateKeyTag, parentId, { privateKeyTagName: 'Tag', privateKeyIds });
  const signup = await test.service.tools.store.db
    .selectFrom('activities')
    .select('activity_id')
    .where('organization_id', '=', parentId)
    .where('kind', '=', 'CREATE_SUB_ORGANIZATION')
    .executeTakeFirstOrThrow();
  return {
    parentId,
    organizationId,
    contact,
    signupActivityId: signup.activity_id,
    signActivityId: signing.id,
    parentWalletId: (made.result.createWalletResult as { walletId: string }).walletId,
  };
}

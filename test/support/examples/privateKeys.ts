import type * as privateKeys from '../../../src/contract/privateKeys.js';
import { createPrivateKeys, createPrivateKeyTag } from '../../../src/contract/privateKeys.js';
import type * as queries from '../../../src/contract/privateKeys.queries.js';
import { type ListPrivateKeyTagsResponse, listPrivateKeyTags } from '../../../src/contract/privateKeys.queries.js';
import { absentId } from '../parties.js';
import { ask } from '../wire.js';
import { type Examples, unique } from './example.js';
import type { Maker } from './resources.js';

const freshKey = () => ({
  privateKeyName: unique('Private key'),
  curve: 'CURVE_SECP256K1' as const,
  privateKeyTags: [],
  addressFormats: ['ADDRESS_FORMAT_ETHEREUM' as const],
});

export const privateKeyResources = {
  privateKeyId: {
    absent: absentId,
    make: async ({ done }: Maker) =>
      (await done(createPrivateKeys, { privateKeys: [freshKey()] })).privateKeys[0]?.privateKeyId ?? '',
  },
  privateKeyTagId: {
    absent: absentId,
    make: async ({ test, root: { key, organizationId }, done }: Maker) => {
      const { privateKeyTags } = await ask<ListPrivateKeyTagsResponse>(test, key, listPrivateKeyTags, {
        organizationId,
      });
      // Returns an earlier one that was not deleted, because a sub-organization has ten at most.
      const last = privateKeyTags.slice(3).at(-1);
      if (last) return last.tagId;
      return (await done(createPrivateKeyTag, { privateKeyTagName: unique('Tag'), privateKeyIds: [] })).privateKeyTagId;
    },
  },
};

export const privateKeyExamples: Examples<typeof privateKeys & typeof queries> = {
  createPrivateKeys: { request: () => ({ privateKeys: [freshKey()] }) },
  createPrivateKeyTag: {
    request: async ({ spare }) => ({ privateKeyTagName: unique('Tag'), privateKeyIds: [await spare('privateKeyId')] }),
    ofForeign: 'PRIVATE_KEY_NOT_FOUND',
  },
  deletePrivateKeys: {
    request: async ({ spare }) => ({ privateKeyIds: [await spare('privateKeyId')], deleteWithoutExport: true }),
    ofForeign: 'PRIVATE_KEY_NOT_FOUND',
  },
  deletePrivateKeyTags: {
    request: async ({ spare }) => ({ privateKeyTagIds: [await spare('privateKeyTagId')] }),
    ofForeign: 'TAG_NOT_FOUND',
  },
  updatePrivateKeyTag: {
    request: ({ privateKeyTagId, privateKeyId }) => ({
      privateKeyTagId,
      newPrivateKeyTagName: unique('Tag'),
      addPrivateKeyIds: [privateKeyId],
      removePrivateKeyIds: [privateKeyId],
    }),
    ofForeign: 'TAG_NOT_FOUND',
  },
  getPrivateKey: { request: ({ privateKeyId }) => ({ privateKeyId }), ofForeign: 'PRIVATE_KEY_NOT_FOUND' },
  listPrivateKeys: { request: () => ({}) },
  listPrivateKeyTags: { request: () => ({}) },
};

import type {
  createPrivateKeys,
  createPrivateKeyTag,
  deletePrivateKeys,
  deletePrivateKeyTags,
  updatePrivateKeyTag,
} from '../../../contract/privateKeys.js';
import type { getPrivateKey, listPrivateKeys, listPrivateKeyTags } from '../../../contract/privateKeys.queries.js';
import { refused } from '../../../contract/refusals.js';
import { timestampOf } from '../../../contract/timestamps.js';
import { derivationCounter } from '../../limits/derivations.js';
import { limits } from '../../limits/limits.js';
import { addressWriter } from '../../vault/address.js';
import type { ActivityHandler, AnswerQuery } from '../engine/handlers/handler.js';
import { done } from '../engine/handlers/outcome.js';
import {
  checkNewPrivateKeys,
  derivedOfKey,
  keepPrivateKeys,
  type PreparedPrivateKey,
  preparePrivateKeys,
  writeNewPrivateKey,
} from '../preparedKeys/preparedPrivateKeys.js';
import {
  checkPrivateKeys,
  checkPrivateKeyTags,
  checkTagName,
  findPrivateKeys,
  tagPrivateKeys,
  writePrivateKeys,
} from '../records/privateKeys.js';
import { deleteProofsOf } from '../records/proofs.js';

/** Private keys with their addresses and tags, all of them or none. */
const createPrivateKeysHandler: ActivityHandler<typeof createPrivateKeys, readonly PreparedPrivateKey[]> = {
  async prepare({ parameters: { privateKeys }, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const organizationId = organization.organization_id;
    for (const { curve, addressFormats } of privateKeys)
      for (const format of addressFormats) addressWriter(format, curve);
    await read((db) => checkNewPrivateKeys(db, organizationId, privateKeys));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), privateKeys.length);
    return preparePrivateKeys(tools, { organizationId, nowMs }, privateKeys);
  },

  derived: (prepared) => prepared.flatMap(derivedOfKey),

  async execute({ parameters: { privateKeys }, prepared }, { transaction, organization: { organization_id } }) {
    await checkNewPrivateKeys(transaction, organization_id, privateKeys);
    await keepPrivateKeys(transaction, organization_id, prepared);
    return done({ privateKeys: prepared.map(writeNewPrivateKey) }, { derived: prepared.flatMap(derivedOfKey) });
  },
};

/** Deletes private keys with their addresses; the tags stay for others. */
const deletePrivateKeysHandler: ActivityHandler<typeof deletePrivateKeys> = {
  async execute({ parameters }, { transaction, organization: { organization_id } }) {
    const { privateKeyIds, deleteWithoutExport = false } = parameters;
    const keys = await checkPrivateKeys(transaction, organization_id, privateKeyIds);
    if (!deleteWithoutExport && keys.some(({ exported }) => exported === 0)) throw refused('NOT_EXPORTED');
    await deleteProofsOf(transaction, organization_id, { keyIds: privateKeyIds });
    for (const table of ['private_key_addresses', 'tagged_private_keys', 'private_keys'] as const) {
      await transaction
        .deleteFrom(table)
        .where('organization_id', '=', organization_id)
        .where('private_key_id', 'in', privateKeyIds)
        .execute();
    }
    return done({ privateKeyIds });
  },
};

/** One of them. */
const answerGetPrivateKey: AnswerQuery<typeof getPrivateKey> = async ({ organizationId, privateKeyId }, { db }) => {
  const found = await findPrivateKeys(db, organizationId, [privateKeyId]);
  const [privateKey] = await writePrivateKeys(db, organizationId, found);
  if (!privateKey) throw refused('PRIVATE_KEY_NOT_FOUND');
  return { privateKey };
};

/** Oldest first: ids are in the order of time. */
const answerListPrivateKeys: AnswerQuery<typeof listPrivateKeys> = async ({ organizationId }, { db }) => {
  const keys = await db
    .selectFrom('private_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('private_key_id')
    .execute();
  return { privateKeys: await writePrivateKeys(db, organizationId, keys) };
};

/** A tag, given to private keys. */
const createPrivateKeyTagHandler: ActivityHandler<typeof createPrivateKeyTag> = {
  async execute({ parameters }, { tools, transaction, nowMs, organization }) {
    const { organization_id, parent_id } = organization;
    const { privateKeyTagName, privateKeyIds } = parameters;
    const { most } = parent_id === null ? limits.privateKeyTags : limits.privateKeyTagsOfSubOrganization;
    const there = await transaction
      .selectFrom('private_key_tags')
      .select('tag_id')
      .where('organization_id', '=', organization_id)
      .orderBy('tag_id')
      .limit(most)
      .execute();
    if (there.length >= most) throw refused('LIMIT_REACHED', { about: `${most} private key tags` });
    await checkTagName(transaction, organization_id, privateKeyTagName);
    await checkPrivateKeys(transaction, organization_id, privateKeyIds);
    const tag_id = tools.newTimedId(nowMs);
    await transaction
      .insertInto('private_key_tags')
      .values({ organization_id, tag_id, tag_name: privateKeyTagName, created_at_ms: nowMs, updated_at_ms: nowMs })
      .execute();
    await tagPrivateKeys(transaction, organization_id, privateKeyIds, [tag_id]);
    return done({ privateKeyTagId: tag_id, privateKeyIds });
  },
};

/** A tag's name, and who has it. */
const updatePrivateKeyTagHandler: ActivityHandler<typeof updatePrivateKeyTag> = {
  async execute({ parameters }, { transaction, nowMs, organization: { organization_id } }) {
    const { privateKeyTagId, newPrivateKeyTagName, addPrivateKeyIds, removePrivateKeyIds } = parameters;
    await checkPrivateKeyTags(transaction, organization_id, [privateKeyTagId]);
    const named = [...new Set([...addPrivateKeyIds, ...removePrivateKeyIds])];
    await checkPrivateKeys(transaction, organization_id, named);
    const { tag_name } = await transaction
      .selectFrom('private_key_tags')
      .select('tag_name')
      .where('organization_id', '=', organization_id)
      .where('tag_id', '=', privateKeyTagId)
      .executeTakeFirstOrThrow();
    const name = newPrivateKeyTagName ?? tag_name;
    if (name !== tag_name) await checkTagName(transaction, organization_id, name);
    await transaction
      .updateTable('private_key_tags')
      .set({ tag_name: name, updated_at_ms: nowMs })
      .where('organization_id', '=', organization_id)
      .where('tag_id', '=', privateKeyTagId)
      .execute();
    if (removePrivateKeyIds.length > 0) {
      await transaction
        .deleteFrom('tagged_private_keys')
        .where('organization_id', '=', organization_id)
        .where('private_key_id', 'in', removePrivateKeyIds)
        .where('tag_id', '=', privateKeyTagId)
        .execute();
    }
    await tagPrivateKeys(transaction, organization_id, addPrivateKeyIds, [privateKeyTagId]);
    return done({ privateKeyTagId });
  },
};

/** Removes tags from all that have them. */
const deletePrivateKeyTagsHandler: ActivityHandler<typeof deletePrivateKeyTags> = {
  async execute({ parameters: { privateKeyTagIds } }, { transaction, organization: { organization_id } }) {
    await checkPrivateKeyTags(transaction, organization_id, privateKeyTagIds);
    const tagged = await transaction
      .deleteFrom('tagged_private_keys')
      .where('organization_id', '=', organization_id)
      .where('tag_id', 'in', privateKeyTagIds)
      .returning('private_key_id')
      .execute();
    await transaction
      .deleteFrom('private_key_tags')
      .where('organization_id', '=', organization_id)
      .where('tag_id', 'in', privateKeyTagIds)
      .execute();
    const privateKeyIds = [...new Set(tagged.map(({ private_key_id }) => private_key_id))].sort();
    return done({ privateKeyTagIds, privateKeyIds });
  },
};

/** Oldest first: ids are in the order of time. */
const answerListPrivateKeyTags: AnswerQuery<typeof listPrivateKeyTags> = async ({ organizationId }, { db }) => {
  const tags = await db
    .selectFrom('private_key_tags')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('tag_id')
    .execute();
  const privateKeyTags = tags.map((tag) => ({
    tagId: tag.tag_id,
    tagName: tag.tag_name,
    tagType: 'TAG_TYPE_PRIVATE_KEY',
    createdAt: timestampOf(tag.created_at_ms),
    updatedAt: timestampOf(tag.updated_at_ms),
  }));
  return { privateKeyTags };
};

export const privateKeysHandlers = {
  createPrivateKeys: createPrivateKeysHandler,
  createPrivateKeyTag: createPrivateKeyTagHandler,
  deletePrivateKeys: deletePrivateKeysHandler,
  deletePrivateKeyTags: deletePrivateKeyTagsHandler,
  updatePrivateKeyTag: updatePrivateKeyTagHandler,
};

export const privateKeysAnswers = {
  getPrivateKey: answerGetPrivateKey,
  listPrivateKeys: answerListPrivateKeys,
  listPrivateKeyTags: answerListPrivateKeyTags,
};

import type { createPrivateKeys } from '../../../../contract/privateKeys.js';
import { addressWriter } from '../../../vault/address.js';
import { derivationCounter } from '../../engine/derivationLimit.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkNewPrivateKeys, keepPrivateKeys, writeNewPrivateKey } from '../../preparedKeys/newPrivateKeys.js';
import { type PreparedPrivateKey, preparePrivateKeys } from '../../preparedKeys/preparedPrivateKeys.js';

/** Private keys with their addresses and tags, all of them or none. */
export const createPrivateKeysHandler: ActivityHandler<typeof createPrivateKeys, readonly PreparedPrivateKey[]> = {
  async prepare({ parameters: { privateKeys }, caller, organization }, { read, tools, nowMs, clientAddress }) {
    const organizationId = organization.organization_id;
    for (const { curve, addressFormats } of privateKeys)
      for (const format of addressFormats) addressWriter(format, curve);
    await read((db) => checkNewPrivateKeys(db, organizationId, privateKeys));
    tools.takeDerivations(derivationCounter(organization, caller, clientAddress), privateKeys.length);
    return preparePrivateKeys(tools, { organizationId, nowMs }, privateKeys);
  },

  async execute({ parameters: { privateKeys }, prepared }, { transaction, organization: { organization_id } }) {
    await checkNewPrivateKeys(transaction, organization_id, privateKeys);
    await keepPrivateKeys(transaction, organization_id, prepared);
    return done({ privateKeys: prepared.map(writeNewPrivateKey) });
  },
};

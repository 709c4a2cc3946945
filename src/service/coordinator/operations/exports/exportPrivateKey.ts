import type { exportPrivateKey } from '../../../../contract/exports.js';
import { refused } from '../../../../contract/refusals.js';
import { withSecret } from '../../../wipe.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkPrivateKeys, findPrivateKeys, privateKeyContext } from '../../records/privateKeys.js';
import { privateKeyFacts } from '../../signers/contexts.js';
import { checkTarget, sealExport } from './sealExport.js';

/** A private key that belongs to no wallet, sealed to the requester. */
export const exportPrivateKeyHandler: ActivityHandler<typeof exportPrivateKey, string> = {
  async prepare(request, preparation) {
    const { parameters, organization } = request;
    checkTarget(parameters.targetPublicKey);
    const { privateKeyId } = parameters;
    const { organization_id } = organization;
    const [key] = await preparation.read((db) => checkPrivateKeys(db, organization_id, [privateKeyId]));
    if (!key) throw refused('PRIVATE_KEY_NOT_FOUND');
    const secret = await preparation.tools.sealer.open(
      privateKeyContext(organization_id, privateKeyId),
      key.sealed_key,
    );
    return withSecret(secret, (secretKey) => sealExport(request, preparation, secretKey));
  },

  async checkEvidence({ parameters }) {
    checkTarget(parameters.targetPublicKey);
  },

  async contexts({ parameters: { privateKeyId }, organization: { organization_id } }, db) {
    const [key] = await findPrivateKeys(db, organization_id, [privateKeyId]);
    return [key ? { private_key: await privateKeyFacts(db, organization_id, privateKeyId) } : {}];
  },

  async execute({ parameters: { privateKeyId }, prepared }, { transaction, organization, nowMs }) {
    const marked = await transaction
      .updateTable('private_keys')
      .set({ exported: 1, updated_at_ms: nowMs })
      .where('organization_id', '=', organization.organization_id)
      .where('private_key_id', '=', privateKeyId)
      .returning('private_key_id')
      .executeTakeFirst();
    if (!marked) throw refused('PRIVATE_KEY_NOT_FOUND');
    return done({ privateKeyId, exportBundle: prepared });
  },
};

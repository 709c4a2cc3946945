import type { importPrivateKey } from '../../../../contract/imports.js';
import { refused } from '../../../../contract/refusals.js';
import type { Curve } from '../../../../contract/shapes.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { addressWriter } from '../../../vault/address.js';
import { isSecretKeyOf } from '../../../vault/curve.js';
import { derivationCounter } from '../../engine/derivationLimit.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { checkNewPrivateKeys, keepPrivateKeys, writeNewPrivateKey } from '../../preparedKeys/newPrivateKeys.js';
import { type PreparedPrivateKey, preparePrivateKeyOf } from '../../preparedKeys/preparedPrivateKeys.js';
import {
  checkImport,
  executeImport,
  holdImport,
  type PreparedImport,
  prepareImport,
  type Target,
} from './openImport.js';

/** A private key that a user brings, and its addresses. */
export const importPrivateKeyHandler: ActivityHandler<
  typeof importPrivateKey,
  PreparedImport<PreparedPrivateKey>,
  Target
> = {
  prepare(request, preparation) {
    const { parameters, caller, organization } = request;
    const { read, tools, nowMs, clientAddress } = preparation;
    const { curve, addressFormats } = parameters;
    const organizationId = organization.organization_id;
    return prepareImport('PRIVATE_KEY', request, preparation, async (secretKey) => {
      checkSecretKey(curve, secretKey);
      for (const format of addressFormats) addressWriter(format, curve);
      await read((db) => checkNewPrivateKeys(db, organizationId, [parameters]));
      tools.takeDerivations(derivationCounter(organization, caller, clientAddress), 1);
      return preparePrivateKeyOf(tools, { organizationId, nowMs }, { ...parameters, secretKey, imported: 1 });
    });
  },

  checkEvidence(request, preparation) {
    return checkImport('PRIVATE_KEY', request, preparation, (secretKey) =>
      checkSecretKey(request.parameters.curve, secretKey),
    );
  },

  async hold(request, holding) {
    return { ...request.parameters, ...(await holdImport(request, holding)) };
  },

  execute({ parameters, prepared }, { transaction, organization: { organization_id } }) {
    return executeImport(prepared, { transaction }, async (made) => {
      await checkNewPrivateKeys(transaction, organization_id, [parameters]);
      await keepPrivateKeys(transaction, organization_id, [made]);
      return done(writeNewPrivateKey(made));
    });
  },
};

/** @throws {RefusedError} PRIVATE_KEY_INVALID */
function checkSecretKey(curve: Curve, secretKey: Bytes): void {
  if (!isSecretKeyOf(curve, secretKey)) throw refused('PRIVATE_KEY_INVALID', { about: curve });
}

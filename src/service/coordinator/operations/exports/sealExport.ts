import { refused } from '../../../../contract/refusals.js';
import { sealExportBundle } from '../../../../crypto/bundles.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { fromHex } from '../../../../crypto/hex.js';
import { KeyError } from '../../../../crypto/keyError.js';
import { compressPoint } from '../../../../crypto/p256.js';
import { trustKey } from '../../../configuration/trustKeys.js';
import type { Preparation, RequestedBy } from '../../engine/handler.js';

/** The parameter of every export: its target key. */
type ExportRequest = Pick<RequestedBy, 'organization'> & { readonly parameters: { readonly targetPublicKey: string } };

/** Seals a secret to the requester, and signs the bundle. @throws {RefusedError} PUBLIC_KEY_INVALID */
export async function sealExport(
  { parameters: { targetPublicKey }, organization }: ExportRequest,
  { tools, read }: Pick<Preparation, 'tools' | 'read'>,
  plaintext: Bytes,
): Promise<string> {
  const recipientPublicKey = checkTarget(targetPublicKey);
  const signer = await read((db) => trustKey(tools, db, organization, 'signer'));
  return sealExportBundle({ plaintext, recipientPublicKey, organizationId: organization.organization_id }, signer);
}

/** @returns 65 bytes, on the curve. @throws {RefusedError} PUBLIC_KEY_INVALID */
export function checkTarget(targetPublicKey: string): Bytes {
  const point = fromHex(targetPublicKey);
  try {
    compressPoint(point);
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID') : error;
  }
  return point;
}

import type { signRawPayload } from '../../../../contract/signing.js';
import { type PayloadSignature, signPayload } from '../../../vault/sign.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { payloadContexts } from '../../signers/contexts.js';
import { findSigner, withSigner } from '../../signers/signers.js';
import { prepareSignature, signaturePrepared, type WithSigner } from './prepared.js';

/** Opens the account's sealed key for this one signature. Large typed data are hashed before the transaction. */
export const signRawPayloadHandler: ActivityHandler<typeof signRawPayload, WithSigner<PayloadSignature> | undefined> = {
  contexts: ({ parameters: { payload, ...parameters }, organization }, db, wanted, work) =>
    payloadContexts(db, organization, { ...parameters, payloads: [payload] }, wanted, work),

  isLong: ({ payload, encoding }) => encoding === 'PAYLOAD_ENCODING_EIP712' && payload.length > mostInside,

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, (signer, { primitives }) =>
      signPayload(primitives, signer, parameters),
    ),

  async execute({ parameters, prepared }, execution) {
    if (prepared) return done(await signaturePrepared(execution, parameters.signWith, prepared));
    const { tools, transaction, organization } = execution;
    const found = await findSigner(transaction, organization.organization_id, parameters.signWith);
    return done(
      await withSigner(tools, found, (signer) =>
        tools.work.chargeAll(() => signPayload(tools.primitives, signer, parameters)),
      ),
    );
  },
};

/** Characters of typed data whose hash may be made in the transaction: some 4 ms. */
const mostInside = 4096;

import type { SignRawPayloadsResult, signRawPayloads } from '../../../../contract/signing.js';
import { inSlices } from '../../../slices.js';
import { signPayload } from '../../../vault/sign.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { payloadContexts } from '../../signers/contexts.js';
import { prepareSignature, signaturePrepared, type WithSigner } from './prepared.js';

/** Signs before the transaction: a hundred payloads take longer than others should wait. */
export const signRawPayloadsHandler: ActivityHandler<typeof signRawPayloads, WithSigner<SignRawPayloadsResult>> = {
  contexts: ({ parameters, organization }, db, wanted, work) =>
    payloadContexts(db, organization, parameters, wanted, work),

  prepare: ({ parameters, organization }, preparation) =>
    prepareSignature(preparation, organization, parameters.signWith, async (signer, { primitives }) => {
      const { payloads, encoding, hashFunction } = parameters;
      const signatures = await inSlices(payloads, (payload) =>
        signPayload(primitives, signer, { payload, encoding, hashFunction }),
      );
      return { signatures };
    }),

  execute: async ({ parameters, prepared }, execution) =>
    done(await signaturePrepared(execution, parameters.signWith, prepared)),
};

import type { signRawPayload } from '../../../contract/signing.js';
import { signPayload } from '../../vault/sign.js';
import type { ActivityHandler } from '../pipeline/execution.js';
import { payloadContexts } from './contexts.js';
import { findSigner, withSigner } from './signers.js';

/** Opens the account's sealed key for this one signature. */
export const signRawPayloadHandler: ActivityHandler<typeof signRawPayload> = {
  contexts: ({ parameters: { payload, ...parameters }, organization }, db, wanted) =>
    payloadContexts(db, organization, { ...parameters, payloads: [payload] }, wanted),

  async execute({ parameters }, { tools, transaction, organization: { organization_id } }) {
    const found = await findSigner(transaction, organization_id, parameters.signWith);
    return withSigner(tools, found, (signer) => signPayload(tools.primitives, signer, parameters));
  },
};

import { signRawPayloadHandler } from './signRawPayload.js';
import { signRawPayloadsHandler } from './signRawPayloads.js';
import { signTransactionHandler } from './signTransaction.js';

export const signingHandlers = {
  signRawPayload: signRawPayloadHandler,
  signRawPayloads: signRawPayloadsHandler,
  signTransaction: signTransactionHandler,
};

import { signRawPayloadHandler } from './signRawPayload.js';

export const signingHandlers = {
  signRawPayload: signRawPayloadHandler,
};

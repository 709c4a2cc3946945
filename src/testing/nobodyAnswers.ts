import { type Outbound, OutboundError } from '../service/outbound.js';

/** Takes every https address for one that it may ask, and gets no answer from any. */
export const nobodyAnswers: Outbound = {
  mayReach: (url) => url.startsWith('https:'),
  request: async () => {
    throw new OutboundError('OUTBOUND_UNREACHABLE', 'In this test no other server answers.');
  },
};

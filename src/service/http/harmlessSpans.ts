import { toHex } from '../../crypto/hex.js';
import { reasonOf, type StartSpan } from '../tracing.js';
import { writeTraceparent } from './traceparent.js';

/** The same spans, and nothing that they are of fails with their tracer: it is logged once that it throws. */
export function harmlessSpans(
  startSpan: StartSpan,
  log: (event: string, facts: { readonly reason: string }) => void,
): StartSpan {
  let isLogged = false;
  const failed = (error: unknown) => {
    if (!isLogged) log('tracer failed', { reason: reasonOf(error) });
    isLogged = true;
  };
  return (name, start) => {
    try {
      const span = startSpan(name, start);
      return {
        traceparent: span.traceparent,
        end(attributes, outcome) {
          try {
            span.end(attributes, outcome);
          } catch (error) {
            failed(error);
          }
        },
      };
    } catch (error) {
      failed(error);
      return { traceparent: start.parent ?? unsampled(), end: () => {} };
    }
  };
}

/** Names a span that nobody exports. */
function unsampled(): string {
  const [traceId, spanId] = [16, 8].map((length) => toHex(crypto.getRandomValues(new Uint8Array(length)))) as [
    string,
    string,
  ];
  return writeTraceparent({ traceId, spanId, traceFlags: 0 });
}

/** The header that names the trace that a request belongs to. @see W3C Trace Context, 3.2 */
export const traceparentHeader = 'traceparent';

const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The header's value if it is well-formed, of the version that we know. */
export const readTraceparent = (text: string | undefined): string | undefined =>
  text !== undefined && form.test(text) ? text : undefined;

/** The id of the trace: 32 hex digits. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** The header for what a request has caused, where the request had one. The service adds no span of its own, so that it goes on as it came. */
export const traceHeaders = (traceparent: string | undefined): Record<string, string> =>
  traceparent === undefined ? {} : { [traceparentHeader]: traceparent };

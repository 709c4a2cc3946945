/** The header that names the trace that a request belongs to. @see W3C Trace Context, 3.2 */
export const traceparentHeader = 'traceparent';

const form = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The header's value if it is well-formed, of the version that we know. */
export const readTraceparent = (text: string | undefined): string | undefined =>
  text !== undefined && form.test(text) ? text : undefined;

/** The id of the trace: 32 hex digits. */
export const traceIdOf = (traceparent: string): string => traceparent.slice(3, 35);

/** The id of the span that it names: 16 hex digits. */
export const spanIdOf = (traceparent: string): string => traceparent.slice(36, 52);

/** Whether the trace is sampled, and more: a byte of bits. */
export const flagsIn = (traceparent: string): number => Number.parseInt(traceparent.slice(53), 16);

/** The header that names a span. */
export const writeTraceparent = (span: {
  readonly traceId: string;
  readonly spanId: string;
  readonly traceFlags: number;
}): string => `00-${span.traceId}-${span.spanId}-${span.traceFlags.toString(16).padStart(2, '0')}`;

/** The header for what a request has caused, where there is a trace. */
export const traceHeaders = (traceparent: string | undefined): Record<string, string> =>
  traceparent === undefined ? {} : { [traceparentHeader]: traceparent };

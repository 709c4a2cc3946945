/** What a span tells: names of rows, codes and counts. Never a contact, an address, a value of a request, or an id of somebody. */
export type SpanAttributes = Readonly<Record<string, string | number>>;

/** A span that has begun. @see https://opentelemetry.io/docs/specs/otel/trace/api/ */
export type TraceSpan = {
  /** Names the span as the parent of others. @see W3C Trace Context, 3.2 */
  readonly traceparent: string;
  /** Ends it, once. `failed`: by a fault, and not by a refusal. */
  readonly end: (attributes: SpanAttributes, outcome?: 'failed') => void;
};

/** What is known of a span when it begins. */
export type SpanStart = {
  /** `server`: a request is answered; `client`: another server is called. */
  readonly kind: 'server' | 'client' | 'internal';
  /** The `traceparent` of the span that it belongs to; without one it begins a trace. */
  readonly parent: string | undefined;
  readonly attributes: SpanAttributes;
};

/** Begins a span. Spans know their parents by `traceparent` alone, so that nothing else must follow a request on its way. */
export type StartSpan = (name: string, start: SpanStart) => TraceSpan;

/** The code or the name of what was thrown: its message may quote a value. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? String((error as { code?: unknown }).code ?? error.name) : 'unknown';
  return /^\w{1,64}$/.test(reason) ? reason : 'unknown';
}

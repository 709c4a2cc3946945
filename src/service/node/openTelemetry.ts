import type { SpanContext } from '@opentelemetry/api';
import { flagsIn, spanIdOf, traceIdOf, writeTraceparent } from '../http/traceparent.js';
import type { StartSpan } from '../tracing.js';

/**
 * Spans by OpenTelemetry, where an SDK has been registered in this process (`--import`); `undefined` where none is, or its API is not
 * installed. Only a span's `parent` is its parent, and never what another instrumentation took from a stranger's header.
 */
export async function openTelemetrySpans(version: string): Promise<StartSpan | undefined> {
  const api = await import('@opentelemetry/api').catch(unlessAbsent);
  const provider = api?.trace.getTracerProvider();
  if (!api || !provider) return undefined;
  const { ProxyTracerProvider, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } = api;
  if (provider instanceof ProxyTracerProvider && !provider.getDelegateTracer('latchkey')) return undefined;
  const tracer = provider.getTracer('latchkey', version);
  const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL };
  return (name, { kind, parent, attributes }) => {
    const above = parent === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, readContext(parent, kind));
    const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, above);
    return {
      traceparent: writeTraceparent(span.spanContext()),
      end: (known, outcome) => {
        span.setAttributes(known);
        if (outcome === 'failed') span.setStatus({ code: SpanStatusCode.ERROR });
        span.end();
      },
    };
  };
}

/** What happens within a request is of this process; the request, and what it has put into the outbox, may be of another. */
const readContext = (parent: string, kind: Parameters<StartSpan>[1]['kind']): SpanContext => ({
  traceId: traceIdOf(parent),
  spanId: spanIdOf(parent),
  traceFlags: flagsIn(parent),
  isRemote: kind !== 'internal',
});

function unlessAbsent(error: unknown): undefined {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
}

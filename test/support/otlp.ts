import { trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { startReceiver } from './receiver.js';

/** A span as OTLP has it in JSON, its attributes by name. @see https://opentelemetry.io/docs/specs/otlp/ */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  /** 1: internal, 2: server, 3: client. */
  readonly kind: number;
  /** 2 as `code`: it failed; 0: it did not. */
  readonly status: { readonly code: number; readonly message?: string };
  readonly attributes: Readonly<Record<string, string | number>>;
};

/** A server of traces on this machine. */
export type TraceServer = {
  readonly url: string;
  readonly spans: () => ReceivedSpan[];
  /** All that has come, as it came. */
  readonly text: () => string;
  readonly close: () => Promise<void>;
};

/** Starts a server that takes OTLP by HTTP. */
export async function startTraceServer(): Promise<TraceServer> {
  const server = await startReceiver();
  server.answer = { status: 200, headers: { 'Content-Type': 'application/json' }, body: '{}' };
  return {
    url: new URL('/v1/traces', server.url).href,
    spans: () => server.received.flatMap(({ body }) => spansIn(JSON.parse(body))),
    text: () => server.received.map(({ body }) => body).join('\n'),
    close: server.close,
  };
}

/** Registers an SDK in this process that sends there. `sent` settles when all spans that have ended are there. */
export function registerSdk(url: string): { readonly sent: () => Promise<void>; readonly end: () => Promise<void> } {
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  trace.setGlobalTracerProvider(provider);
  return {
    sent: () => provider.forceFlush(),
    end: () => {
      trace.disable();
      return provider.shutdown();
    },
  };
}

type Sent = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly {
      readonly spans: readonly (Omit<ReceivedSpan, 'attributes'> & { readonly attributes: readonly SentAttribute[] })[];
    }[];
  }[];
};
type SentAttribute = { readonly key: string; readonly value: { readonly stringValue?: string; intValue?: number } };

const spansIn = ({ resourceSpans }: Sent): ReceivedSpan[] =>
  resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, attributes: Object.fromEntries(span.attributes.map(readAttribute)) }));

const readAttribute = ({ key, value }: SentAttribute) => [key, value.stringValue ?? value.intValue ?? ''] as const;

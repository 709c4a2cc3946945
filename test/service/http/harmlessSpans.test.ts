import { expect, test } from 'vitest';
import { harmlessSpans } from '../../../src/service/http/harmlessSpans.js';
import type { StartSpan } from '../../../src/service/tracing.js';

const parent = `00-${'ab'.repeat(16)}-${'cd'.repeat(8)}-01`;
const own = `00-${'ab'.repeat(16)}-${'ef'.repeat(8)}-01`;

const fail = (): never => {
  throw new RangeError('The value of an attribute: ada@example.com');
};
const failsToStart: StartSpan = fail;
const failsToEnd: StartSpan = () => ({ traceparent: own, end: fail });

test.each([
  ['begins', failsToStart, parent],
  ['ends', failsToEnd, own],
])('a tracer that throws when a span %s is logged once, and nothing else fails', (_, startSpan, traceparent) => {
  const logged: unknown[] = [];
  const start = harmlessSpans(startSpan, (event, facts) => logged.push([event, facts]));
  for (let count = 0; count < 3; count += 1) {
    const span = start('transaction', { kind: 'internal', parent, attributes: {} });
    expect(span.traceparent).toBe(traceparent);
    span.end({});
  }
  expect(logged).toEqual([['tracer failed', { reason: 'RangeError' }]]);
});

test('without a parent, a span that could not begin names a trace that is not sampled', () => {
  const start = harmlessSpans(failsToStart, () => {});
  const { traceparent } = start('POST /health', { kind: 'server', parent: undefined, attributes: {} });
  expect(traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-00$/);
});

import type { Clock, Log } from '../tools.js';

/**
 * One JSON line an event: `{"time":"2026-01-01T00:00:00.000Z","event":"request",…}`. The lines of one turn of the event loop
 * are written together, at its end: a write costs as much as a tenth of a request.
 */
export function jsonLog(stream: { write(lines: string): unknown }, clock: Clock = Date.now): Log {
  let lines = '';
  const flush = () => {
    stream.write(lines);
    lines = '';
  };
  return (event, facts = {}) => {
    if (lines === '') setImmediate(flush);
    lines += `${JSON.stringify({ time: new Date(clock()).toISOString(), event, ...facts })}\n`;
  };
}

/** For a person at a terminal: `delivery failed  messageId=… tries=1`. */
export function plainLog(stream: { write(line: string): unknown }): Log {
  return (event, facts = {}) => {
    const known = Object.entries(facts).filter(([, value]) => value !== undefined);
    const words = known.map(([name, value]) => `${name}=${String(value).replace(/\p{Cc}/gu, ' ')}`);
    stream.write(`${[event, ...words].join('  ')}\n`);
  };
}

import type { Clock, Log } from '../tools.js';

/** One JSON line an event: `{"time":"2026-01-01T00:00:00.000Z","event":"request",…}`. */
export function jsonLog(stream: { write(line: string): unknown }, clock: Clock = Date.now): Log {
  return (event, facts = {}) => {
    stream.write(`${JSON.stringify({ time: new Date(clock()).toISOString(), event, ...facts })}\n`);
  };
}

/** For a person at a terminal: `delivery failed  messageId=… tries=1`. */
export function plainLog(stream: { write(line: string): unknown }): Log {
  return (event, facts = {}) => {
    const words = Object.entries(facts).map(([name, value]) => `${name}=${String(value).replace(/\p{Cc}/gu, ' ')}`);
    stream.write(`${[event, ...words].join('  ')}\n`);
  };
}

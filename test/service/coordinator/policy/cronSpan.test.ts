import { expect, test } from 'vitest';
import { isOpen, readCronSpan } from '../../../../src/service/coordinator/policy/language/cronSpan.js';
import { readTimestamp } from '../../../../src/service/coordinator/policy/language/parse.js';
import type { CronSpan } from '../../../../src/service/coordinator/policy/language/syntax.js';

const isOpenAt = (at: string, fields: string, duration: string, zone: string): boolean =>
  isOpen(readCronSpan(fields, duration, zone) as CronSpan, Date.parse(at));

test.each([
  // Opens at its start, and is closed at its end.
  ['2027-06-01T08:59:59.999Z', '0 9 * * *', '8h', 'UTC', false],
  ['2027-06-01T09:00:00Z', '0 9 * * *', '8h', 'UTC', true],
  ['2027-06-01T16:59:59.999Z', '0 9 * * *', '8h', 'UTC', true],
  ['2027-06-01T17:00:00Z', '0 9 * * *', '8h', 'UTC', false],
  // By the clocks of the zone, in summer and in winter.
  ['2027-06-01T07:00:00Z', '0 9 * * 1-5', '8h', 'Europe/Berlin', true],
  ['2027-06-01T06:59:00Z', '0 9 * * 1-5', '8h', 'Europe/Berlin', false],
  ['2027-01-05T07:30:00Z', '0 9 * * 1-5', '8h', 'Europe/Berlin', false],
  ['2027-01-05T08:00:00Z', '0 9 * * 1-5', '8h', 'Europe/Berlin', true],
  ['2027-06-01T22:30:00Z', '0 9 2 6 *', '1h', 'Asia/Tokyo', false],
  ['2027-06-02T00:30:00Z', '0 9 2 6 *', '1h', 'Asia/Tokyo', true],
  // Tuesday 1 June 2027.
  ['2027-06-01T12:00:00Z', '0 0 * * 2', '1d', 'UTC', true],
  ['2027-06-01T12:00:00Z', '0 0 * * 0,1,3-6', '1d', 'UTC', false],
  // Over midnight, and over several days.
  ['2027-06-02T01:00:00Z', '0 22 * * 2', '4h', 'UTC', true],
  ['2027-06-02T02:00:00Z', '0 22 * * 2', '4h', 'UTC', false],
  ['2027-06-07T23:59:00Z', '0 0 1 * *', '7d', 'UTC', true],
  ['2027-06-08T00:00:00Z', '0 0 1 * *', '7d', 'UTC', false],
  // Either day suffices where both are named.
  ['2027-06-01T12:00:00Z', '0 12 15 * 2', '1m', 'UTC', true],
  ['2027-06-15T12:00:00Z', '0 12 15 * 2', '1m', 'UTC', true],
  ['2027-06-14T12:00:00Z', '0 12 15 * 2', '1m', 'UTC', false],
  ['2027-07-01T12:00:00Z', '0 12 1 6 *', '1m', 'UTC', false],
  // Lists of minutes; the last opening counts.
  ['2027-06-01T12:34:00Z', '0,30 12 * * *', '5m', 'UTC', true],
  ['2027-06-01T12:29:00Z', '0,30 12 * * *', '5m', 'UTC', false],
  // A time that clocks skip opens when they skip it: in Berlin 02:30 of 28 March 2027 is 03:00 there.
  ['2027-03-28T01:00:00Z', '30 2 * * *', '10m', 'Europe/Berlin', true],
  ['2027-03-28T00:59:00Z', '30 2 * * *', '10m', 'Europe/Berlin', false],
  // A time that they show twice opens once: 02:30 of 31 October 2027.
  ['2027-10-31T00:35:00Z', '30 2 * * *', '10m', 'Europe/Berlin', true],
  ['2027-10-31T01:35:00Z', '30 2 * * *', '10m', 'Europe/Berlin', false],
  // Such an opening lasts as long as it says, while the clocks are set back.
  ['2027-10-31T01:45:00Z', '30 2 * * *', '2h', 'Europe/Berlin', true],
  ['2027-10-31T02:29:00Z', '30 2 * * *', '2h', 'Europe/Berlin', true],
  ['2027-10-31T02:30:00Z', '30 2 * * *', '2h', 'Europe/Berlin', false],
  // Quarter hours, and a zone far ahead.
  ['2027-06-01T03:15:00Z', '0 9 * * *', '1m', 'Asia/Kathmandu', true],
  ['2027-06-01T10:00:00Z', '0 0 2 6 *', '1m', 'Pacific/Kiritimati', true],
])('at %s %s for %s in %s is %s', (at, fields, duration, zone, is) => {
  expect(isOpenAt(at, fields, duration, zone)).toBe(is);
});

test('it is open for its duration, whatever the clock changes of a year', () => {
  const hourMs = 3_600_000;
  for (const zone of ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'UTC']) {
    let openHours = 0;
    const span = readCronSpan('0 9 * * *', '3h', zone) as CronSpan;
    const startMs = Date.parse('2027-01-01T12:00:00Z');
    for (let hour = 0; hour < 364 * 24; hour += 1) if (isOpen(span, startMs + hour * hourMs)) openHours += 1;
    expect(openHours, zone).toBe(364 * 3);
  }
});

test.each([
  ['2027-01-31T12:00:00Z', Date.UTC(2027, 0, 31, 12)],
  ['2027-01-31t12:00:00.25z', Date.UTC(2027, 0, 31, 12, 0, 0, 250)],
  ['2027-01-31T12:00:00+00:00', Date.UTC(2027, 0, 31, 12)],
  ['2028-02-29T00:00:00Z', Date.UTC(2028, 1, 29)],
  ['2027-02-29T00:00:00Z', undefined],
  ['2027-01-31T24:00:00Z', undefined],
  ['2027-01-31T12:00:60Z', undefined],
  ['2027-01-31T12:00:00+01:00', undefined],
  ['2027-01-31T12:00:00', undefined],
  ['2027-01-31', undefined],
  ['next week', undefined],
])('the timestamp %s is %s', (text, atMs) => {
  expect(readTimestamp(text)).toBe(atMs);
});

/** Whether the name is one of an IANA time zone that this machine knows. */
export function isZone(name: string): boolean {
  // Offsets are names to some engines.
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** What the clocks of a zone show at a moment, as if it were UTC: milliseconds since 1970. */
export function wallClockAt(zone: string, momentMs: number): number {
  const minute = Math.floor(momentMs / minuteMs);
  const name = `${zone} ${minute}`;
  let offsetMs = offsets.get(name);
  if (offsetMs === undefined) {
    offsetMs = shownAt(zone, minute * minuteMs) - minute * minuteMs;
    if (offsets.size === mostOffsets) offsets.clear();
    offsets.set(name, offsetMs);
  }
  return momentMs + offsetMs;
}

const minuteMs = 60_000;

/** How far the clocks of a zone are ahead in a minute: they are set where one begins. To ask them takes 20 µs. */
const offsets = new Map<string, number>();
const mostOffsets = 1000;

/** Written as `6/1/2027, 10:00:00`: its parts by name take ten times as long. */
function shownAt(zone: string, momentMs: number): number {
  const numbers = clockOf(zone).format(momentMs).match(/\d+/g) ?? [];
  const [month = 1, day = 1, year = 1970, hour = 0, minute = 0, second = 0] = numbers.map(Number);
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

/**
 * The moment at which the clocks of a zone show a time: the first one, where they show it twice; and where they skip it, the moment
 * at which they skip it.
 */
export function momentOf(zone: string, wallMs: number): number {
  const offsets = [wallMs - dayMs, wallMs + dayMs].map((nearMs) => wallClockAt(zone, nearMs) - nearMs);
  const candidates = offsets.map((offset) => wallMs - offset);
  const shown = candidates.filter((momentMs) => wallClockAt(zone, momentMs) === wallMs);
  return shown.length > 0
    ? Math.min(...shown)
    : skippedAt(zone, Math.min(...candidates), Math.max(...candidates), wallMs);
}

const dayMs = 24 * 60 * 60_000;

/** The first minute between two moments at which the clocks show a later time. */
function skippedAt(zone: string, fromMs: number, toMs: number, wallMs: number): number {
  let [before, after] = [fromMs, toMs];
  while (after - before > 60_000) {
    const middle = before + Math.floor((after - before) / 120_000) * 60_000;
    if (wallClockAt(zone, middle) > wallMs) after = middle;
    else before = middle;
  }
  return after;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

/** To make one takes 57 µs, to ask it 4. Names are the same in either case, and kept in one: there are some hundred. */
function clockOf(name: string): Intl.DateTimeFormat {
  const zone = name.toLowerCase();
  const known = clocks.get(zone);
  if (known) return known;
  const clock = new Intl.DateTimeFormat('en-US-u-hc-h23', {
    timeZone: zone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  clocks.set(zone, clock);
  return clock;
}

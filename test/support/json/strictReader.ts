/**
 * A second strict JSON reader, to test the one in src/, with which it shares no code: a recursive descent over code points, written from
 * RFC 8259 and the service's rules. `undefined` for text that it refuses.
 */
export function strictly(text: string): unknown {
  const points = Array.from(text);
  let at = 0;
  const refuse = (): never => {
    throw new Refused();
  };
  const peek = () => points[at] ?? '';
  const next = () => {
    at += 1;
    return points[at - 1] ?? refuse();
  };
  const expect = (wanted: string) => {
    for (const point of wanted) if (next() !== point) refuse();
  };
  const word = (wanted: string, read: unknown): unknown => {
    expect(wanted);
    return read;
  };
  const skip = () => {
    while (peek() === ' ' || peek() === '\t' || peek() === '\n' || peek() === '\r') at += 1;
  };
  const isDigit = (point: string) => point >= '0' && point <= '9' && point.length === 1;

  function value(depth: number): unknown {
    skip();
    const read = start(depth);
    skip();
    return read;
  }

  function start(depth: number): unknown {
    const point = peek();
    if (point === '{') return object(depth + 1);
    if (point === '[') return array(depth + 1);
    if (point === '"') return string();
    if (point === '-' || isDigit(point)) return number();
    if (point === 't') return word('true', true);
    if (point === 'f') return word('false', false);
    if (point === 'n') return word('null', null);
    return refuse();
  }

  function object(depth: number): unknown {
    if (depth > 32) refuse();
    next();
    const members = new Map<string, unknown>();
    skip();
    if (peek() === '}') return word('}', {});
    for (;;) {
      skip();
      const name = string();
      if (members.has(name) || name === '__proto__' || name === 'constructor') refuse();
      skip();
      expect(':');
      members.set(name, value(depth));
      const mark = next();
      if (mark === '}') return Object.fromEntries(members);
      if (mark !== ',') refuse();
    }
  }

  function array(depth: number): unknown {
    if (depth > 32) refuse();
    next();
    const items: unknown[] = [];
    skip();
    if (peek() === ']') return word(']', items);
    for (;;) {
      items.push(value(depth));
      const mark = next();
      if (mark === ']') return items;
      if (mark !== ',') refuse();
    }
  }

  function string(): string {
    expect('"');
    let units: number[] = [];
    let read = '';
    for (;;) {
      const point = next();
      if (point === '"') break;
      const code = point.codePointAt(0) ?? 0;
      if (code < 0x20) refuse();
      if (point === '\\') units.push(escaped());
      else for (let unit = 0; unit < point.length; unit += 1) units.push(point.charCodeAt(unit));
      if (units.length > 1000) {
        read += String.fromCharCode(...units.slice(0, 500));
        units = units.slice(500);
      }
    }
    read += String.fromCharCode(...units);
    for (let unit = 0; unit < read.length; unit += 1) {
      const code = read.charCodeAt(unit);
      if (code === 0) refuse();
      const isHigh = code >= 0xd800 && code <= 0xdbff;
      const follower = read.charCodeAt(unit + 1);
      if (isHigh && follower >= 0xdc00 && follower <= 0xdfff) unit += 1;
      else if (code >= 0xd800 && code <= 0xdfff) refuse();
    }
    return read;
  }

  function escaped(): number {
    const simple = '"\\/bfnrt';
    const meant = '"\\/\b\f\n\r\t';
    const point = next();
    if (point !== 'u') {
      const place = simple.indexOf(point);
      return place < 0 ? refuse() : meant.charCodeAt(place);
    }
    let code = 0;
    for (let digit = 0; digit < 4; digit += 1) {
      const worth = '0123456789abcdef'.indexOf(next().toLowerCase());
      if (worth < 0) refuse();
      code = code * 16 + worth;
    }
    return code;
  }

  function number(): number {
    const from = at;
    if (peek() === '-') at += 1;
    if (peek() === '0') at += 1;
    else digits();
    if (peek() === '.') {
      at += 1;
      digits();
    }
    if (peek() === 'e' || peek() === 'E') {
      at += 1;
      if (peek() === '+' || peek() === '-') at += 1;
      digits();
    }
    const read = Number(points.slice(from, at).join(''));
    return Number.isFinite(read) ? read : refuse();
  }

  function digits(): void {
    if (!isDigit(peek())) refuse();
    while (isDigit(peek())) at += 1;
  }

  try {
    const read = value(0);
    return at === points.length ? read : undefined;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

class Refused extends Error {}

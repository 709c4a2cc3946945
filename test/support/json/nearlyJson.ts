import fc from 'fast-check';

/** Text as a program writes it, and then bent in a few places: what is nearly JSON is where readers disagree. */
export const nearlyJson = (written: fc.Arbitrary<string> = fc.json({ maxDepth: 6, stringUnit: 'binary' })) =>
  fc
    .tuple(written, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...bends)), { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((bent, [place, removed, added]) => {
        const at = place % (bent.length + 1);
        return bent.slice(0, at) + added + bent.slice(at + removed);
      }, text),
    );

const bends = [
  ...'{}[]",:\\u0\'-+.eE \t\n\0tfnN/*',
  ...['\\u0000', '\\ud800', '"a":1,', '\ufeff', '"__proto__":0,', '00'],
];

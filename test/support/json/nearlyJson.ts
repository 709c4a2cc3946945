import fc from 'fast-check';

/** JSON with a few random edits: readers may disagree about text that is nearly JSON. */
export const nearlyJson = (written: fc.Arbitrary<string> = fc.json({ maxDepth: 6, stringUnit: 'binary' })) =>
  fc
    .tuple(written, fc.array(fc.tuple(fc.nat(), fc.nat(2), fc.constantFrom(...insertions)), { maxLength: 3 }))
    .map(([text, edits]) =>
      edits.reduce((edited, [place, removed, added]) => {
        const at = place % (edited.length + 1);
        return edited.slice(0, at) + added + edited.slice(at + removed);
      }, text),
    );

const insertions = [
  ...'{}[]",:\\u0\'-+.eE \t\n\0tfnN/*',
  ...['\\u0000', '\\ud800', '"a":1,', '\ufeff', '"__proto__":0,', '00'],
];

import { createCipheriv, createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawCode } from '../../src/service/coordinator/codes/otpCode.js';
import type { Random } from '../../src/service/primitives.js';
import { builtLibrary } from './builtLibrary.js';
import { uniformFit } from './chiSquare.js';
import { type Part, scaled } from './part.js';

/** All codes must be equally likely: each character at each position, and each pair of characters at neighbouring positions. */
export const codeGenerator: Part = {
  name: 'T-14 code generator',
  onlyInTheCheck: true,
  async run(options) {
    const codes = scaled(1_000_000, options);
    const lines: string[] = [];
    const kinds = [
      { name: '6 digits', alphabet: '0123456789', length: 6, alphanumeric: false },
      { name: '9 characters', alphabet: '0123456789ABCDEFGHJKMNPQRSTVWXYZ', length: 9, alphanumeric: true },
    ];
    for (const kind of kinds) {
      for (const source of sources(options.seed)) {
        const draw = () => drawCode(source.random, kind);
        const ps = fits(tally(draw, codes, kind));
        const least = source.leastOf(ps.length);
        const worst = Math.min(...ps);
        if (!(worst > least)) {
          throw new Error(`${kind.name}, ${source.name}: the worst p is ${worst}, not above ${least}: not uniform.`);
        }
        lines.push(`${codes} codes of ${kind.name}, ${source.name}: ${ps.length} tests, p from ${worst.toFixed(4)}`);
      }
    }
    lines.push(control(codes, options.seed), await noOtherSource());
    return lines;
  },
};

type Kind = { readonly alphabet: string; readonly length: number };
type Source = {
  readonly name: string;
  readonly random: Random;
  /** The smallest of that many p-values must be above this. */
  readonly leastOf: (tests: number) => number;
};

/**
 * A repeatable stream, where each p-value must be above 0.001, and the service's own source. With a random source the smallest p-value of
 * a run is often below 0.001 by chance: there the limit is divided by the number of tests (Bonferroni), so that one run of 1,000 fails by
 * chance.
 */
function sources(seed: number): Source[] {
  return [
    { name: 'seeded source', random: seededBytes(seed), leastOf: () => 0.001 },
    {
      name: 'the service’s own source',
      random: (length) => crypto.getRandomValues(new Uint8Array(length)),
      leastOf: (tests) => 0.001 / tests,
    },
  ];
}

/** The key stream of AES-256 in counter mode, under a key made of the seed. */
function seededBytes(seed: number): Random {
  const blockBytes = 65_536;
  const cipher = createCipheriv('aes-256-ctr', createHash('sha256').update(`codes ${seed}`).digest(), Buffer.alloc(16));
  let block = new Uint8Array();
  let at = 0;
  return (length) => {
    if (at + length > block.length) {
      block = new Uint8Array(cipher.update(Buffer.alloc(blockBytes)));
      at = 0;
    }
    at += length;
    return block.slice(at - length, at);
  };
}

/** Counts each character at each position, and each pair at each two neighbouring positions. */
function tally(draw: () => string, codes: number, { alphabet, length }: Kind): Uint32Array[] {
  const size = alphabet.length;
  const indexOf = new Uint8Array(128);
  for (const [index, character] of [...alphabet].entries()) indexOf[character.charCodeAt(0)] = index;
  const single = Array.from({ length }, () => new Uint32Array(size));
  const pairs = Array.from({ length: length - 1 }, () => new Uint32Array(size * size));
  const add = (counts: Uint32Array | undefined, cell: number) => {
    if (counts) counts[cell] = (counts[cell] ?? 0) + 1;
  };
  for (let drawn = 0; drawn < codes; drawn += 1) {
    const code = draw();
    let before = 0;
    for (let place = 0; place < length; place += 1) {
      const index = indexOf[code.charCodeAt(place)] ?? 0;
      add(single[place], index);
      if (place > 0) add(pairs[place - 1], before * size + index);
      before = index;
    }
  }
  return [...single, ...pairs];
}

const fits = (counts: readonly Uint32Array[]): number[] => counts.map((cells) => uniformFit(cells).p);

/** The test must detect a biased generator, which takes each byte modulo ten. */
function control(codes: number, seed: number): string {
  const random = seededBytes(seed);
  const digits = { alphabet: '0123456789', length: 6 };
  const biased = () => Array.from(random(6), (byte) => byte % 10).join('');
  const worst = Math.min(...fits(tally(biased, codes, digits)));
  const isFound = worst < 0.001;
  if (codes >= 100_000 && !isFound) throw new Error(`A generator with a bias of 4 % was not detected: p ${worst}.`);
  return `control, bytes modulo ten: ${isFound ? 'detected' : 'too few codes to detect it'}, p ${worst.toExponential(0)}`;
}

/** No published file uses Math.random, which is predictable. */
async function noOtherSource(): Promise<string> {
  const { folder, remove } = await builtLibrary();
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.js'));
    const found = files.filter((name) => /Math\s*\.\s*random|Math\s*\[/.test(readFileSync(join(folder, name), 'utf8')));
    if (files.length === 0) throw new Error('The build made no files.');
    if (found.length > 0) throw new Error(`Math.random in what is published: ${found.join(', ')}`);
    return `Math.random in the ${files.length} files that are published: 0`;
  } finally {
    remove();
  }
}

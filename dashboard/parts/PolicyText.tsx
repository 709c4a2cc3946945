import type { ReactElement } from 'react';
// The service's own tables of the language.
import { literals, methods, timeFunctions } from '../../src/service/coordinator/policy/language/words.js';
import { roots as rootsOfClauses } from '../../src/service/coordinator/policy/roots.js';

type PolicyTextProps = {
  readonly text: string;
  /** The place at fault, if there is one: it is marked. */
  readonly at?: number | undefined;
};

/** An expression of a policy, coloured. */
export function PolicyText({ text, at }: PolicyTextProps): ReactElement {
  let isMarked = false;
  const words = wordsOf(text).map(({ from, word, look }) => {
    const isFault = at !== undefined && at >= from && at < from + word.length;
    isMarked ||= isFault;
    return (
      <span key={from} className={isFault ? `${look} at-fault` : look}>
        {word}
      </span>
    );
  });
  return (
    <>
      {words}
      {at !== undefined && !isMarked && <span className="at-fault"> </span>}
    </>
  );
}

type Word = { readonly from: number; readonly word: string; readonly look: string };

/** All of a text in words, whatever it is: what the language does not know has no look. */
function wordsOf(text: string): Word[] {
  return [...text.matchAll(anyWord)].map(({ index, 0: word, groups = {} }) => ({
    from: index,
    word,
    look: lookOf(groups),
  }));
}

const anyWord =
  /(?<string>'(?:[^'\\]|\\.)*'?)|(?<integer>-?\d+)|(?<operator>&&|\|\||[=!<>]=|\.\.|[!<>])|(?<name>[A-Za-z_]\w*)|\s+|./gsu;

function lookOf({ string, integer, operator, name }: { readonly [kind: string]: string | undefined }): string {
  if (string !== undefined) return 'policy-text';
  if (integer !== undefined) return 'policy-number';
  if (operator !== undefined || name === 'in') return 'policy-operator';
  if (name === undefined) return '';
  if (roots.has(name)) return 'policy-root';
  return known.has(name) ? 'policy-word' : '';
}

const roots: ReadonlySet<string> = new Set(Object.values(rootsOfClauses).flatMap((scope) => Object.keys(scope)));

const known: ReadonlySet<string> = new Set([...methods, ...timeFunctions, ...literals]);

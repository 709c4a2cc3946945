import type { Expression } from './syntax.js';

/** A part of an expression's text: how many UTF-16 units of it stand before the part, and before what follows it. */
export type Span = { readonly from: number; readonly to: number };

/** On the expression itself: a map of all there are would stop for 0.1 s now and then, to grow. */
const span = Symbol('span');

/** Of what stands by itself or is joined by `!`, `&&` and `||`, with its parentheses. */
export function setSpan(expression: Expression, { from, to }: Span): void {
  Object.defineProperty(expression, span, { value: { from, to }, configurable: true });
}

/** Where it stands in the text that it was read from. */
export const spanOf = (expression: Expression): Span =>
  (expression as { readonly [span]?: Span })[span] ?? { from: expression.at, to: expression.at };

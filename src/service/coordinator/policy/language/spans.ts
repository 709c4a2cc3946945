import type { Expression } from './syntax.js';

/** A part of an expression's text: how many UTF-16 units of it stand before the part, and before what follows it. */
export type Span = { readonly from: number; readonly to: number };

/** Of what stands by itself or is joined by `!`, `&&` and `||`, with its parentheses. */
const spans = new WeakMap<Expression, Span>();

export function setSpan(expression: Expression, span: Span): void {
  spans.set(expression, span);
}

/** Where it stands in the text that it was read from. */
export const spanOf = (expression: Expression): Span =>
  spans.get(expression) ?? { from: expression.at, to: expression.at };

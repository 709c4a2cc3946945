import { type ActivityRow, activityRows } from 'latchkey/contract';
import { newestOf } from '../../../src/contract/row.js';
// The service's own tables: what is offered here is what the service knows.
import { type PolicyToken, tokensOf } from '../../../src/service/coordinator/policy/language/tokens.js';
import { type PolicyType, typeName } from '../../../src/service/coordinator/policy/language/types.js';
import { literals, methods, operators, timeFunctions } from '../../../src/service/coordinator/policy/language/words.js';
import { roots } from '../../../src/service/coordinator/policy/roots.js';
import type { Clause } from './draft.js';

/** What may be written next: `word` is seen, and `text` is put in the place of what is there `from` one place on. */
export type Suggestion = { readonly word: string; readonly text: string; readonly hint: string };
export type Suggestions = { readonly from: number; readonly list: readonly Suggestion[] };

const nothing: Suggestions = { from: 0, list: [] };

/** What the language knows that goes on from a place in an expression, by its types. Where it cannot be read up to there, nothing. */
export function suggestionsAt(clause: Clause, text: string, caret: number): Suggestions {
  const before = text.slice(0, caret);
  const quote = openQuote(before);
  const from = quote ?? caret - (/[A-Za-z_]\w*$/.exec(before)?.[0].length ?? 0);
  const tokens = readTokens(before.slice(0, from));
  if (!tokens) return nothing;
  const written = before.slice(from);
  const list = offered(tokens, clause, quote !== undefined).filter(
    ({ word }) => word.toLowerCase().startsWith(written.toLowerCase()) && word !== written,
  );
  return { from, list };
}

/** Where a text begins that has not ended. */
function openQuote(text: string): number | undefined {
  let open: number | undefined;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === '\\' && open !== undefined) at += 1;
    else if (text[at] === "'") open = open === undefined ? at : undefined;
  }
  return open;
}

function readTokens(text: string): readonly PolicyToken[] | undefined {
  try {
    return tokensOf(text).slice(0, -1);
  } catch {
    return undefined;
  }
}

function offered(tokens: readonly PolicyToken[], clause: Clause, inText: boolean): readonly Suggestion[] {
  const scope = scopeOf(tokens, clause);
  const last = tokens.at(-1);
  const values = valuesFor(tokens);
  if (inText) return values;
  if (isSymbol(last, '.')) return membersOf(typeBefore(tokens, tokens.length - 2, scope));
  if (isName(last) || isSymbol(last, ')', ']') || last?.kind === 'string' || last?.kind === 'integer')
    return isName(last, 'in') ? namesIn(scope, clause) : operators.map((word) => plain(word, 'operator'));
  return [...values, ...namesIn(scope, clause)];
}

const plain = (word: string, hint: string): Suggestion => ({ word, text: word, hint });

const isSymbol = (token: PolicyToken | undefined, ...texts: string[]): boolean =>
  token?.kind === 'symbol' && texts.includes(token.text);
const isName = (token: PolicyToken | undefined, text?: string): token is PolicyToken & { kind: 'name' } =>
  token?.kind === 'name' && (text === undefined || token.text === text);

type Scope = ReadonlyMap<string, PolicyType>;

function namesIn(scope: Scope, clause: Clause): Suggestion[] {
  return [
    ...[...scope].map(([name, type]) => plain(name, typeName(type))),
    ...(clause === 'time' ? timeFunctions.map((name) => ({ word: name, text: `${name}('`, hint: 'time' })) : []),
    ...literals.map((word) => plain(word, 'bool')),
  ];
}

function membersOf(type: PolicyType | undefined): Suggestion[] {
  if (type === undefined || typeof type === 'string' || 'map' in type) return [];
  if ('list' in type) return methods.map(methodOf);
  return [...Object.entries(type.required), ...Object.entries(type.optional)].map(([name, of]) =>
    plain(name, typeName(of)),
  );
}

function methodOf(name: (typeof methods)[number]): Suggestion {
  if (name === 'count') return { word: 'count()', text: 'count()', hint: 'int' };
  if (name === 'contains') return { word: 'contains(', text: 'contains(', hint: 'bool' };
  return { word: `${name}(`, text: `${name}(each, each`, hint: name === 'filter' ? 'list' : 'bool' };
}

/** The roots, and the variables of the predicates around the end. */
function scopeOf(tokens: readonly PolicyToken[], clause: Clause): Scope {
  const scope = new Map<string, PolicyType>(Object.entries(roots[clause]));
  const open: number[] = [];
  for (const [place, token] of tokens.entries()) {
    if (isSymbol(token, '(', '[', '{')) open.push(place);
    if (isSymbol(token, ')', ']', '}')) open.pop();
  }
  for (const place of open) {
    const [dot, method, , variable, comma] = tokens.slice(place - 2, place + 3);
    if (!isSymbol(dot, '.') || !isName(method) || !isName(variable) || !isSymbol(comma, ',')) continue;
    const type = typeBefore(tokens, place - 3, scope);
    if (typeof type === 'object' && 'list' in type) scope.set(variable.text, type.list);
  }
  return scope;
}

/** The type of the value whose last word stands at a place; `undefined` where there is none that is known. */
function typeBefore(tokens: readonly PolicyToken[], place: number, scope: Scope): PolicyType | undefined {
  const token = tokens[place];
  if (isName(token)) {
    if (!isSymbol(tokens[place - 1], '.')) return scope.get(token.text);
    const of = typeBefore(tokens, place - 2, scope);
    if (typeof of !== 'object' || !('required' in of)) return undefined;
    const members = { ...of.required, ...of.optional };
    return Object.hasOwn(members, token.text) ? members[token.text] : undefined;
  }
  const open = openingOf(tokens, place);
  if (open === undefined) return undefined;
  if (isSymbol(token, ']')) return indexed(typeBefore(tokens, open - 1, scope), tokens.slice(open, place));
  if (!isSymbol(token, ')') || !isSymbol(tokens[open - 2], '.') || !isName(tokens[open - 1], 'filter'))
    return undefined;
  return typeBefore(tokens, open - 3, scope);
}

function indexed(of: PolicyType | undefined, inside: readonly PolicyToken[]): PolicyType | undefined {
  if (typeof of !== 'object' || inside.some((token) => isSymbol(token, '..'))) return of;
  if ('list' in of) return of.list;
  return 'map' in of ? of.map : undefined;
}

/** Where what is closed at a place was opened. */
function openingOf(tokens: readonly PolicyToken[], place: number): number | undefined {
  let depth = 0;
  for (let at = place; at >= 0; at -= 1) {
    if (isSymbol(tokens[at], ')', ']', '}')) depth += 1;
    else if (isSymbol(tokens[at], '(', '[', '{')) depth -= 1;
    if (depth <= 0) return at < place ? at : undefined;
  }
  return undefined;
}

/** What is compared with one of the activity's own members: each has some values, and no others. */
function valuesFor(tokens: readonly PolicyToken[]): Suggestion[] {
  const [root, dot, member, operator] = beforeList(tokens).slice(-4);
  const isAsked = isSymbol(operator, '==', '!=') || isName(operator, 'in');
  if (!isAsked || !isName(root, 'activity') || !isSymbol(dot, '.') || !isName(member)) return [];
  const values = activityValues.get(member.text) ?? [];
  return values.map((value) => ({ word: `'${value}'`, text: `'${value}'`, hint: '' }));
}

/** Of `activity.type in ['A', ` what stands before the list. */
function beforeList(tokens: readonly PolicyToken[]): readonly PolicyToken[] {
  let end = tokens.length;
  while (end > 0 && (tokens[end - 1]?.kind === 'string' || isSymbol(tokens[end - 1], ','))) end -= 1;
  return isSymbol(tokens[end - 1], '[') ? tokens.slice(0, end - 1) : tokens;
}

const rows = Object.values<ActivityRow>(activityRows);
const sorted = (values: readonly string[]): string[] => [...new Set(values)].sort();

const activityValues: ReadonlyMap<string, readonly string[]> = new Map([
  ['type', sorted(rows.map((row) => newestOf(row).type))],
  ['kind', sorted(rows.map(({ activityKind }) => activityKind))],
  ['resource', sorted(rows.map(({ resource }) => resource))],
  ['action', sorted(rows.map(({ action }) => action))],
]);

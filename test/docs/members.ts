import ts from 'typescript';
import type * as v from 'valibot';
import { type Declared, declared, docOf } from './docstrings.js';

/** A member of a request or an answer: its path (`rootUsers[].userName`), its type, and its description. */
export type MemberFact = {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly notes: readonly string[];
};

/** The members of valibot's schemas and actions that are read here. */
type Made = v.GenericSchema & {
  readonly entries?: Record<string, Made>;
  readonly wrapped?: Made;
  readonly default?: unknown;
  readonly item?: Made;
  readonly options?: readonly unknown[];
  readonly pipe?: readonly Action[];
};
type Action = {
  readonly kind: string;
  readonly type: string;
  readonly message?: unknown;
  readonly requirement?: unknown;
};

/** All members of a schema's object, in order, with those of inner objects. */
export function membersOf(schema: v.GenericSchema, written: Declared): MemberFact[] {
  return inside(schema as Made, written, '');
}

/** How many levels of an object a page describes. Deeper members are described where the object is the answer itself. */
const deepest = 3;

/** The text of each kind of limit, if its message has none. */
const limitTexts: Readonly<Record<string, (requirement: unknown, unit: string) => string>> = {
  min_length: (least, unit) => `at least ${least} ${unit}`,
  max_length: (most, unit) => `at most ${most} ${unit}`,
  min_value: (least) => `at least ${least}`,
  max_value: (most) => `at most ${most}`,
  regex: (form) => `of the form \`${String(form)}\``,
};

function inside(schema: Made, written: Declared | undefined, path: string): MemberFact[] {
  if (isTime(schema)) return [];
  if (schema.wrapped) return inside(schema.wrapped, written, path);
  if (schema.item) return inside(schema.item, written, `${path}[]`);
  return Object.entries(schema.entries ?? {}).flatMap(([name, member]) => {
    const { doc, value } = memberWritten(written, name);
    const here = path === '' ? name : `${path}.${name}`;
    const about = doc ?? firstWritten(value);
    const within = here.split('.').length < deepest ? inside(member, value, here) : [];
    return [{ path: here, ...factsOf(member, about) }, ...within];
  });
}

function factsOf(schema: Made, about: string | undefined): Omit<MemberFact, 'path'> {
  if (schema.wrapped) {
    const { notes, ...facts } = factsOf(schema.wrapped, about);
    const otherwise = schema.default === undefined ? [] : [`default \`${JSON.stringify(schema.default)}\``];
    return { ...facts, isOptional: schema.default === undefined, notes: [...notes, ...otherwise] };
  }
  const unit = schema.item ? 'items' : 'characters';
  const limits = (schema.pipe ?? [])
    .filter(({ kind }) => kind === 'validation')
    .map(({ type, message, requirement }) =>
      typeof message === 'string' ? message : limitTexts[type]?.(requirement, unit),
    );
  const notes = about === undefined || schema.item ? [about, ...limits] : [about]; // a description names the limits, too
  return { type: typeOf(schema), isOptional: false, notes: notes.filter((note) => note !== undefined) };
}

function typeOf(schema: Made): string {
  if (isTime(schema)) return 'time';
  if (schema.item) return `list of ${typeOf(schema.item)}`;
  if (schema.wrapped) return typeOf(schema.wrapped);
  if (schema.options) {
    const options = schema.options.map((option) => (isSchema(option) ? typeOf(option) : code(option)));
    return options.length > 12 ? `${options.slice(0, 4).join(', ')} … (${options.length} in all)` : options.join(', ');
  }
  return types[schema.type] ?? schema.type;
}

const types: Readonly<Record<string, string>> = {
  string: 'text',
  strict_object: 'object',
  loose_object: 'object',
  record: 'object',
  unknown: 'any',
};

/** The timestamp of a stored record: { seconds, nanos }. */
const isTime = ({ entries }: Made): boolean => entries !== undefined && Object.keys(entries).join() === 'seconds,nanos';

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const isSchema = (value: unknown): value is Made => typeof value === 'object' && value !== null && 'kind' in value;

/** A member in the source of its object: its docstring, and its initializer. */
function memberWritten(
  object: Declared | undefined,
  name: string,
): { doc: string | undefined; value: Declared | undefined } {
  const literal = object && literalOf(object);
  for (const property of literal?.initializer.properties ?? []) {
    const file = literal?.file as ts.SourceFile;
    if (ts.isSpreadAssignment(property) && ts.isPropertyAccessExpression(property.expression)) {
      const found = memberWritten({ doc: undefined, initializer: property.expression.expression, file }, name);
      if (found.value) return found;
    }
    if (property.name?.getText() !== name) continue;
    const initializer = ts.isPropertyAssignment(property) ? property.initializer : property.name;
    return { doc: docOf(property)?.text, value: { doc: undefined, initializer: initializer as ts.Expression, file } };
  }
  return { doc: undefined, value: undefined };
}

/** The first docstring on the way from a value to its initializer. */
function firstWritten(value: Declared | undefined): string | undefined {
  for (let each = value; each; each = next(each)) if (each.doc?.text) return each.doc.text;
  return undefined;
}

function literalOf(value: Declared): { initializer: ts.ObjectLiteralExpression; file: ts.SourceFile } | undefined {
  for (let each: Declared | undefined = value; each; each = next(each))
    if (ts.isObjectLiteralExpression(each.initializer)) return { initializer: each.initializer, file: each.file };
  return undefined;
}

/** What an expression refers to: the value that it names, or the first argument or the body of the function that it calls. */
function next({ initializer, file }: Declared): Declared | undefined {
  const of = (expression: ts.Node | undefined) =>
    expression && { doc: undefined, initializer: expression as ts.Expression, file };
  if (ts.isAsExpression(initializer) || ts.isParenthesizedExpression(initializer)) return of(initializer.expression);
  if (ts.isIdentifier(initializer)) return declared(initializer.text, file);
  if (ts.isArrowFunction(initializer)) return of(initializer.body);
  if (!ts.isCallExpression(initializer)) return undefined;
  return ts.isIdentifier(initializer.expression) ? of(initializer.expression) : of(initializer.arguments[0]);
}

import ts from 'typescript';
import type * as v from 'valibot';
import { type Declared, declared, docOf } from './docstrings.js';

/** A member of a request or an answer: where it stands (`rootUsers[].userName`), what it is, and what is written of it. */
export type MemberFact = {
  readonly path: string;
  readonly type: string;
  readonly isOptional: boolean;
  readonly notes: readonly string[];
};

/** What the schema library's schemas and actions say of themselves, as far as it is told here. */
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

/** Every member of the object that a schema describes, in order, with those within. */
export function membersOf(schema: v.GenericSchema, written: Declared): MemberFact[] {
  return inside(schema as Made, written, '');
}

/** How deep a page looks into an object: what is deeper is told where it is the answer itself. */
const deepest = 3;

/** What each kind of limit says, where its message does not. */
const limits: Readonly<Record<string, (requirement: unknown, unit: string) => string>> = {
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
  const said = (schema.pipe ?? [])
    .filter(({ kind }) => kind === 'validation')
    .map(({ type, message, requirement }) =>
      typeof message === 'string' ? message : limits[type]?.(requirement, unit),
    );
  const notes = about === undefined || schema.item ? [about, ...said] : [about]; // what is written tells of the limits
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

/** Of a stored record: { seconds, nanos }. */
const isTime = ({ entries }: Made): boolean => entries !== undefined && Object.keys(entries).join() === 'seconds,nanos';

const code = (value: unknown): string => `\`${typeof value === 'string' ? value : JSON.stringify(value)}\``;
const isSchema = (value: unknown): value is Made => typeof value === 'object' && value !== null && 'kind' in value;

/** A member as its object's code writes it: its own docstring, and what it is made of. */
function memberWritten(
  object: Declared | undefined,
  name: string,
): { doc: string | undefined; value: Declared | undefined } {
  const literal = object && literalOf(object);
  for (const property of literal?.made.properties ?? []) {
    const file = literal?.file as ts.SourceFile;
    if (ts.isSpreadAssignment(property) && ts.isPropertyAccessExpression(property.expression)) {
      const found = memberWritten({ doc: undefined, made: property.expression.expression, file }, name);
      if (found.value) return found;
    }
    if (property.name?.getText() !== name) continue;
    const made = ts.isPropertyAssignment(property) ? property.initializer : property.name;
    return { doc: docOf(property)?.text, value: { doc: undefined, made: made as ts.Expression, file } };
  }
  return { doc: undefined, value: undefined };
}

/** The first thing that is written of a value on the way to what it is made of. */
function firstWritten(value: Declared | undefined): string | undefined {
  for (let each = value; each; each = next(each)) if (each.doc?.text) return each.doc.text;
  return undefined;
}

function literalOf(value: Declared): { made: ts.ObjectLiteralExpression; file: ts.SourceFile } | undefined {
  for (let each: Declared | undefined = value; each; each = next(each))
    if (ts.isObjectLiteralExpression(each.made)) return { made: each.made, file: each.file };
  return undefined;
}

/** What an expression stands for: the value it names, or the first argument or the body of what it calls. */
function next({ made, file }: Declared): Declared | undefined {
  const of = (expression: ts.Node | undefined) =>
    expression && { doc: undefined, made: expression as ts.Expression, file };
  if (ts.isAsExpression(made) || ts.isParenthesizedExpression(made)) return of(made.expression);
  if (ts.isIdentifier(made)) return declared(made.text, file);
  if (ts.isArrowFunction(made)) return of(made.body);
  if (!ts.isCallExpression(made)) return undefined;
  return ts.isIdentifier(made.expression) ? of(made.expression) : of(made.arguments[0]);
}

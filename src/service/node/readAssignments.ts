import { readFileSync } from 'node:fs';
import type * as v from 'valibot';
import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import { type AuthProxyConfigChanges, authProxyChanges } from '../../contract/authProxy.records.js';
import { LatchkeyError } from '../../errors.js';

/**
 * Reads `name=value` words as changes of a configuration. A value is JSON, or, where the member is a text, the text itself, and
 * where it is a list, its texts between commas; `emailCustomizationParams.appName=Acme` names a member within one, and `retentionDays=`
 * removes an optional one. What a value must be, the service says. A secret may be read from a file,
 * `turnstileSecretKey=@turnstile.key`, since every program of a machine sees the words that another was started with.
 *
 * @throws {AssignmentError} ASSIGNMENT_UNREADABLE
 */
export function readAssignments(words: readonly string[]): AuthProxyConfigChanges {
  const changes: Record<string, unknown> = {};
  for (const word of words) {
    const [, path = '', text = ''] = /^([\w.]+)=(.*)$/s.exec(word) ?? [];
    if (path === '') throw unreadable(`${word} does not read name=value.`);
    assign(changes, path.split('.'), text, authProxyChanges);
  }
  return changes;
}

/** @throws {AssignmentError} ASSIGNMENT_UNREADABLE where the configuration has no setting of that name */
export function checkSetting(name: string): void {
  if (memberOf(authProxyChanges, name) === undefined) throw unreadable(`There is no setting ${name}.`);
}

function assign(
  into: Record<string, unknown>,
  [name = '', ...rest]: readonly string[],
  text: string,
  schema: v.GenericSchema,
): void {
  const member = memberOf(schema, name);
  if (member === undefined) throw unreadable(`There is no setting ${name}.`);
  if (rest.length === 0) {
    into[name] = readValue(text, member, name);
    return;
  }
  const inner = { ...(into[name] as object | undefined) };
  into[name] = inner;
  assign(inner, rest, text, givenOf(member));
}

/** What a member must be, as the contract has it. */
function memberOf(schema: v.GenericSchema, name: string): v.GenericSchema | undefined {
  const { entries = {} } = schema as { entries?: Record<string, v.GenericSchema> };
  const member = Object.hasOwn(entries, name) ? entries[name] : undefined;
  return member && ((member as { wrapped?: v.GenericSchema }).wrapped ?? member);
}

/** Of what the empty text removes, what it is otherwise. */
const givenOf = (schema: v.GenericSchema & { readonly options?: readonly v.GenericSchema[] }): v.GenericSchema =>
  schema.type === 'union' ? (schema.options?.at(-1) ?? schema) : schema;

function readValue(text: string, schema: v.GenericSchema, name: string): unknown {
  if (isSecret(name) && text.startsWith('@')) return readFile(name, text.slice(1));
  if (schema.type === 'union' && text === '') return '';
  const { type } = givenOf(schema);
  if (type === 'string' && !text.startsWith('"')) return text;
  if (type === 'array' && !text.startsWith('[')) return text.split(',').map((entry) => entry.trim());
  try {
    const value: unknown = JSON.parse(text);
    // The service treats what JSON writes as null as an absent member: it would report success and change nothing.
    if (JSON.stringify(value) !== 'null') return value;
  } catch (cause) {
    throw noJson(name, cause);
  }
  throw noJson(name);
}

const isSecret = (name: string): boolean => updateAuthProxyConfig.secretParameters.includes(name);

function readFile(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (cause) {
    throw unreadable(`${name} cannot be read from ${path}.`, cause);
  }
}

const noJson = (name: string, cause?: unknown): AssignmentError =>
  unreadable(
    `${name} must be JSON, like otpLength=8 or 'refusalsPerAddress={"most":1000,"windowSeconds":60}', and not null.`,
    cause,
  );

const unreadable = (message: string, cause?: unknown): AssignmentError =>
  new AssignmentError('ASSIGNMENT_UNREADABLE', message, { cause });

class AssignmentError extends LatchkeyError<'ASSIGNMENT_UNREADABLE'> {}

import { readFileSync } from 'node:fs';
import { LatchkeyError } from '../../errors.js';

/** The variables of a process. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** The value read from the environment, or a message for each error. */
export type Reading<T> = { readonly value: T } | { readonly faults: readonly string[] };

/** Parses a variable's text, or describes the required form: the end of a sentence that begins with its name. */
export type Parse<T> = (text: string) => T | MalformedVariable;

/** How a variable's text must read: `must be …`. It never quotes the text, which may be a secret. */
export type MalformedVariable = { readonly malformed: string };

/** A variable that may be absent. */
export function optional<T>(variables: Variables, name: string, parse: Parse<T>): Reading<T | undefined> {
  const text = textOf(variables, name);
  if ('faults' in text) return text;
  if (text.value === undefined) return { value: undefined };
  const value = parse(text.value);
  return isMalformed(value) ? { faults: [`${name} ${value.malformed}.`] } : { value };
}

/** A required variable. `is` describes its purpose. */
export function required<T>(variables: Variables, name: string, parse: Parse<T>, is: string): Reading<T> {
  const reading = optional(variables, name, parse);
  if ('faults' in reading) return reading;
  return reading.value === undefined ? { faults: [`${name} is missing: ${is}.`] } : { value: reading.value };
}

/** All readings as one: their values, or all their faults. */
export function together<T extends Record<string, unknown>>(readings: { [K in keyof T]: Reading<T[K]> }): Reading<T> {
  const entries = Object.entries<Reading<unknown>>(readings);
  const faults = entries.flatMap(([, reading]) => ('faults' in reading ? reading.faults : []));
  if (faults.length > 0) return { faults };
  return {
    value: Object.fromEntries(entries.map(([name, reading]) => [name, 'value' in reading && reading.value])) as T,
  };
}

/** @throws {EnvironmentError} ENVIRONMENT_INVALID, naming all that is missing and malformed, not only the first */
export function settled<T>(reading: Reading<T>): T {
  if ('faults' in reading) throw new EnvironmentError(reading.faults);
  return reading.value;
}

/** The variable, or what the file of `<NAME>_FILE` holds without its last line's end. An empty variable is an absent one. */
function textOf(variables: Variables, name: string): Reading<string | undefined> {
  const text = variables[name] || undefined;
  const file = variables[`${name}_FILE`] || undefined;
  if (file === undefined) return { value: text };
  if (text !== undefined) return { faults: [`${name} and ${name}_FILE are both set: keep one.`] };
  try {
    const content = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
    return content === '' ? { faults: [`${name}_FILE names an empty file.`] } : { value: content };
  } catch (error) {
    return { faults: [`${name}_FILE names a file that cannot be read (${(error as NodeJS.ErrnoException).code}).`] };
  }
}

const isMalformed = (value: unknown): value is MalformedVariable =>
  typeof value === 'object' && value !== null && 'malformed' in value;

/** Required settings are missing or invalid. `faults`: one message for each variable. */
export class EnvironmentError extends LatchkeyError<'ENVIRONMENT_INVALID'> {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const hint = faults.some((fault) => /^LATCHKEY_(MASTER_KEY|CODE_PEPPER|PROXY_KEY)\b/.test(fault))
      ? '\nFresh secrets are printed by: npx latchkey-service keygen'
      : '';
    super(
      'ENVIRONMENT_INVALID',
      `The environment is not complete.\n${faults.map((fault) => `  ${fault}`).join('\n')}${hint}`,
    );
    this.faults = faults;
  }
}

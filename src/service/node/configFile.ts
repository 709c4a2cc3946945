import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { updateAuthProxyConfig } from '../../contract/authProxy.js';
import {
  type AuthProxyConfigChanges,
  type AuthProxySettings,
  authProxyChanges,
} from '../../contract/authProxy.records.js';
import { LatchkeyError } from '../../errors.js';
import { forTerminal } from './forTerminal.js';

const { secretParameters } = updateAuthProxyConfig;
const schema =
  authProxyChanges as v.GenericSchema<AuthProxyConfigChanges> as v.GenericSchema<AuthProxyConfigChanges> & {
    readonly entries: Readonly<Record<string, { readonly wrapped: Schema }>>;
  };
type Schema = { readonly entries?: Readonly<Record<string, { readonly wrapped: Schema }>> };

/** Of these a change names single members, and the others stay. */
const merged: readonly string[] = ['emailCustomizationParams', 'smsCustomizationParams', 'oauthClientIds'];

/**
 * A configuration as a file has it: what update_auth_proxy_config takes, without secrets. A text that is not set is empty, so that the file
 * says of every setting how it is to be.
 */
function settingsInFile(settings: AuthProxySettings): AuthProxyConfigChanges {
  const names = Object.keys(schema.entries).filter((name) => !secretParameters.includes(name));
  const all = names.map((name) => {
    const { wrapped } = schema.entries[name] as { wrapped: Schema };
    const value: unknown = settings[name as keyof AuthProxySettings];
    return [name, merged.includes(name) ? filled(wrapped, value as object) : (value ?? emptyOf(wrapped))];
  });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** With all members of its schema. */
const filled = ({ entries = {} }: Schema, value: object): object =>
  Object.fromEntries(
    Object.entries(entries).map(([name, { wrapped }]) => [name, value[name as never] ?? emptyOf(wrapped)]),
  );

/** What it is like while it is not set, if that can be written. */
const emptyOf = (member: Schema): unknown => ['', []].find((empty) => v.is(member as never, empty));

/** A setting that a file has otherwise, with both values as JSON. */
export type SettingDifference = { readonly name: string; readonly is: string; readonly wanted: string };

/** The settings of a configuration that a file has otherwise. */
export function differencesTo(
  settings: AuthProxySettings,
  wanted: AuthProxyConfigChanges,
): readonly SettingDifference[] {
  const present = settingsInFile(settings) as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).flatMap(([name, value]) => {
    const whole = merged.includes(name) ? { ...(present[name] as object), ...(value as object) } : value;
    return sameText(present[name]) === sameText(whole)
      ? []
      : [{ name, is: forTerminal(JSON.stringify(present[name] ?? null)), wanted: forTerminal(JSON.stringify(whole)) }];
  });
}

/** The same for two values that are the same JSON, whatever the order of members. */
const sameText = (value: unknown): string | undefined =>
  JSON.stringify(value, (_, each: unknown) =>
    typeof each === 'object' && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** The file's text: JSON, a setting a line or more, in an order that stays. */
export const configFileText = (settings: AuthProxySettings): string =>
  `${JSON.stringify(settingsInFile(settings), null, 2)}\n`;

/**
 * The settings of a file. One that it does not name is to stay as it is.
 *
 * @throws {ConfigFileError} every member that is unknown, malformed or secret, by its name
 */
export async function readConfigFile(path: string): Promise<AuthProxyConfigChanges> {
  const json = await jsonIn(path);
  if (typeof json !== 'object' || json === null || Array.isArray(json))
    throw new ConfigFileError('CONFIG_FILE_INVALID', [`${path}: it must be one JSON object.`]);
  const secrets = secretParameters.filter((name) => Object.hasOwn(json, name));
  const { issues = [], output } = v.safeParse(schema, json);
  const faults = [
    ...secrets.map((name) => `${name} is a secret, and belongs in no such file: latchkey config set ${name}=@FILE`),
    ...issues.filter((issue) => !secrets.includes(v.getDotPath(issue) ?? '')).map(faultOf),
  ];
  if (faults.length > 0)
    throw new ConfigFileError(
      'CONFIG_FILE_INVALID',
      faults.map((fault) => `${path}: ${fault}`),
    );
  return output as AuthProxyConfigChanges;
}

/** What a value is may be long, or not meant to be seen: its name and what it must be are told. */
function faultOf(issue: v.BaseIssue<unknown>): string {
  const place = v.getDotPath(issue) ?? 'it';
  if (issue.expected === 'never') return `there is no setting ${forTerminal(JSON.stringify(place))}.`;
  return `${place}: ${issue.kind === 'validation' ? issue.message : `must be ${issue.expected ?? 'of another kind'}`}`;
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? 'it is no JSON.' : 'it cannot be opened.';
    throw new ConfigFileError('CONFIG_FILE_UNREADABLE', [`${path}: ${why}`], cause);
  }
}

/** The file cannot be read, or names what is no setting. */
class ConfigFileError extends LatchkeyError<'CONFIG_FILE_UNREADABLE' | 'CONFIG_FILE_INVALID'> {
  constructor(code: 'CONFIG_FILE_UNREADABLE' | 'CONFIG_FILE_INVALID', faults: readonly string[], cause?: unknown) {
    super(code, faults.join('\n'), { cause });
  }
}

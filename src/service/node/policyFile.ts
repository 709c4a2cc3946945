import { readFile } from 'node:fs/promises';
import * as v from 'valibot';
import { type CreatePoliciesParameters, createPolicies } from '../../contract/policies.js';
import type { Policy } from '../../contract/policies.records.js';
import { type WrittenPolicyCase, writtenPolicyCase } from '../../contract/policyCases.records.js';
import { RefusedError } from '../../contract/refusals.js';
import type { ActivityRow } from '../../contract/row.js';
import { activityRows } from '../../contract/rows.js';
import { LatchkeyError } from '../../errors.js';
import { faultOf } from '../coordinator/policy/checkPolicy.js';
import { checkText } from '../coordinator/records/policies.js';

/** A policy as a file has it, with its expressions whole: an empty one applies to everything. */
export type WrittenPolicy = Pick<Policy, 'policyName' | 'effect' | 'consensus' | 'condition' | 'notes'> & {
  readonly time: string;
};

type WrittenInFile = CreatePoliciesParameters['policies'][number];

/** The file cannot be read, or a policy in it could not be made. */
export class PolicyFileError extends LatchkeyError<'POLICY_FILE_UNREADABLE' | 'POLICY_INVALID'> {
  /** What is wrong, one sentence each. */
  readonly faults: readonly string[];

  constructor(code: 'POLICY_FILE_UNREADABLE' | 'POLICY_INVALID', faults: readonly string[], cause?: unknown) {
    super(code, faults.join('\n'), { cause });
    this.faults = faults;
  }
}

/** What stands in a file: policies, and the cases that they must hold, where it has any. */
export type PolicyFile = {
  readonly policies: readonly WrittenPolicy[];
  readonly cases: readonly WrittenPolicyCase[] | undefined;
};

/**
 * The policies of a file: JSON as `latchkey policies get` prints it, which is what create_policies takes, and `cases` as update_policy_cases
 * takes them.
 *
 * @throws {PolicyFileError} all that is wrong with them, each with its place
 */
export async function readPolicyFile(path: string): Promise<PolicyFile> {
  const { policies, cases } = checked(path, await jsonIn(path));
  const all = policies.map(written);
  const names = all.map(({ policyName }) => policyName);
  const faults = all.flatMap((policy, at) => {
    const isTwice = names.indexOf(policy.policyName) < at;
    const fault = faultOf(policy, Object.values<ActivityRow>(activityRows));
    return [
      ...(isTwice ? [`${path}: there are two policies "${policy.policyName}".`] : []),
      ...(fault ? [`${path}: "${policy.policyName}": ${placeOf(policy[fault.clause], fault)}: ${fault.expected}`] : []),
    ];
  });
  if (!fits(all)) faults.push(`${path}: the texts of all policies are longer than an organization may have.`);
  if (faults.length > 0) throw new PolicyFileError('POLICY_INVALID', faults);
  return { policies: all, cases };
}

/** A policy of an organization, or of a file, with its expressions whole. */
export const written = ({
  policyName,
  effect,
  consensus = '',
  condition = '',
  time = '',
  notes = '',
}: WrittenInFile): WrittenPolicy => ({ policyName, effect, consensus, condition, time, notes });

/** The same without what is empty. */
export function filled({ policyName, effect, ...texts }: WrittenPolicy): WrittenInFile {
  return { policyName, effect, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== '')) };
}

/** The policies as JSON. */
export const policyFileText = (policies: readonly WrittenPolicy[]): string =>
  JSON.stringify({ policies: policies.map(filled) }, null, 2);

/** Whether an organization may have as much text. */
function fits(policies: readonly WrittenPolicy[]): boolean {
  try {
    checkText([], [], policies);
    return true;
  } catch (error) {
    if (error instanceof RefusedError) return false;
    throw error;
  }
}

async function jsonIn(path: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    const why = cause instanceof SyntaxError ? `it is no JSON: ${cause.message}` : 'it cannot be opened.';
    throw new PolicyFileError('POLICY_FILE_UNREADABLE', [`${path}: ${why}`], cause);
  }
}

/** An empty list is one, too: an organization may have no policies. */
function checked(path: string, json: unknown): CreatePoliciesParameters & Pick<PolicyFile, 'cases'> {
  const { cases, ...others } = typeof json === 'object' && json !== null ? (json as { cases?: unknown }) : {};
  const rest = cases === undefined ? json : others;
  const isEmpty = JSON.stringify(rest) === '{"policies":[]}';
  const policies = v.safeParse(createPolicies.versions.V1.parameters, isEmpty ? noneWouldDo : rest);
  const read = v.safeParse(v.object({ cases: v.optional(v.pipe(v.array(writtenPolicyCase), v.maxLength(100))) }), {
    cases,
  });
  if (policies.success && read.success)
    return { policies: isEmpty ? [] : policies.output.policies, cases: read.output.cases };
  const faults = [...(policies.issues ?? []), ...(read.issues ?? [])].map(
    (issue) => `${path}: ${v.getDotPath(issue) ?? 'the file'}: ${issue.message}`,
  );
  throw new PolicyFileError('POLICY_FILE_UNREADABLE', faults);
}

/** In the place of an empty list, which create_policies does not take. */
const noneWouldDo: CreatePoliciesParameters = { policies: [{ policyName: 'None', effect: 'EFFECT_DENY' }] };

function placeOf(text: string, { clause, at }: { readonly clause: string; readonly at: number }): string {
  const before = text.slice(0, at).split('\n');
  const column = (before.at(-1) ?? '').length + 1;
  return before.length > 1 ? `${clause}, line ${before.length}, character ${column}` : `${clause}, character ${column}`;
}

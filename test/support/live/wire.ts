import { type ActivityRow, newestOf, type ProxyRow } from '../../../src/contract/row.js';
import { utf8 } from '../../../src/crypto/bytes.js';
import type { SigningKey } from '../../../src/crypto/p256.js';
import { keyStamper } from '../../../src/stampers/keyStamper.js';
import type { Answer, Sent } from './ledger.js';

/** A user: the key that stamps, and the organization. */
export type Party = { readonly key: SigningKey; readonly organizationId: string; readonly userId: string };

/** A stamped request for an activity. */
export async function activityOf(
  { key, organizationId }: Pick<Party, 'key' | 'organizationId'>,
  row: ActivityRow,
  parameters: object,
  beside: { readonly generateAppProofs?: true } = {},
): Promise<Sent> {
  const timestampMs = String(Date.now());
  const request = { type: newestOf(row).type, timestampMs, organizationId, parameters, ...beside };
  const body = JSON.stringify(request);
  const { name, value } = await keyStamper(key).stamp(utf8(body));
  return { kind: row.name, path: row.path, headers: { [name]: value }, body, organizationId };
}

/** A request to the auth proxy. */
export function proxyCallOf(authProxyConfigId: string, row: ProxyRow, request: object): Sent {
  const headers = { 'X-Auth-Proxy-Config-Id': authProxyConfigId };
  return { kind: row.name, path: row.path, headers, body: JSON.stringify(request) };
}

/** The body of an answer, which must be 200. */
export function yes<Body>({ kind }: Sent, { status, text }: Answer): Body {
  if (status !== 200) throw new Error(`${kind} was refused with ${status}: ${text}`);
  return JSON.parse(text) as Body;
}

/** The result in the answer of an activity, which must have completed. */
export function resultOf<Result>(row: ActivityRow, sent: Sent, answer: Answer): Result {
  const { activity } = yes<{ activity: { result: Record<string, unknown> } }>(sent, answer);
  return activity.result[newestOf(row).resultKey] as Result;
}

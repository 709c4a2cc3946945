import type { JWK } from 'jose';
import * as v from 'valibot';
import { refused } from '../../contract/refusals.js';
import { fromUtf8 } from '../../crypto/bytes.js';
import { readJsonObject } from '../../crypto/json.js';
import { LatchkeyError } from '../../errors.js';
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundRequest } from '../outbound.js';

/** An issuer's answer, and until when it is valid. */
export type Kept<Value> = { readonly value: Value; readonly freshUntilMs: number };

/** One of an issuer's keys, imported once. */
export type ProviderKey = { readonly jwk: JWK; imported?: CryptoKey | Uint8Array };

/**
 * The URL of an issuer's keys, from its discovery document.
 *
 * @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see OpenID Connect Discovery, 4.1 and 4.3: the document must name the very issuer that was asked
 */
export async function askForDocument(outbound: Outbound, issuer: string, nowMs: number): Promise<Kept<string>> {
  const { value, freshUntilMs } = await providerDocument(
    outbound,
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    document,
    nowMs,
  );
  if (value.issuer !== issuer) throw invalidAnswer('its discovery document names another issuer');
  if (!outbound.mayReach(value.jwks_uri)) throw invalidAnswer('its keys stand where the service does not ask');
  return { value: value.jwks_uri, freshUntilMs };
}

/** The keys that stand there. @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID */
export async function askForKeys(
  outbound: Outbound,
  jwksUri: string,
  nowMs: number,
): Promise<Kept<readonly ProviderKey[]>> {
  const { value, freshUntilMs } = await providerDocument(outbound, jwksUri, keySet, nowMs);
  return { value: value.keys.map((jwk) => ({ jwk: jwk as JWK })), freshUntilMs };
}

const document = v.object({ issuer: v.string(), jwks_uri: v.string() });

const keySet = v.object({
  keys: v.pipe(
    v.array(
      v.looseObject({
        kty: v.string(),
        kid: v.optional(v.string()),
        use: v.optional(v.string()),
        alg: v.optional(v.string()),
        key_ops: v.optional(v.array(v.string())),
        crv: v.optional(v.string()),
        n: v.optional(v.string()),
        e: v.optional(v.string()),
      }),
    ),
    v.maxLength(100),
  ),
});

/** A JSON document of a provider. @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID */
export async function providerDocument<Schema extends v.GenericSchema>(
  outbound: Outbound,
  url: string,
  schema: Schema,
  nowMs: number,
): Promise<Kept<v.InferOutput<Schema>>> {
  const answer = await providerAnswer(outbound, { method: 'GET', url, headers: { Accept: 'application/json' } });
  if (answer.status !== 200) throw invalidAnswer(`it answers ${answer.status}`);
  const read = v.safeParse(schema, jsonOf(answer));
  if (!read.success) throw invalidAnswer('a member is missing or malformed');
  return { value: read.output, freshUntilMs: nowMs + freshForMs(answer.headers, nowMs) };
}

/** What a provider answers, unless it is in trouble. @throws {RefusedError} PROVIDER_UNREACHABLE */
export async function providerAnswer(outbound: Outbound, request: OutboundRequest): Promise<OutboundAnswer> {
  const answer = await outbound.request(request).catch((error: unknown) => {
    throw error instanceof OutboundError ? refused('PROVIDER_UNREACHABLE', { cause: error }) : error;
  });
  // Errors of the server itself are temporary; refusals of the request are not.
  if (answer.status >= 500 || answer.status === 429) throw refused('PROVIDER_UNREACHABLE');
  return answer;
}

/** @throws {RefusedError} PROVIDER_ANSWER_INVALID */
export function jsonOf({ body }: OutboundAnswer): Record<string, unknown> {
  try {
    return readJsonObject(fromUtf8(body));
  } catch (error) {
    if (!(error instanceof LatchkeyError)) throw error;
    throw invalidAnswer('it is no JSON object');
  }
}

/** Ten minutes at least, a day at most. @see RFC 9111, 5.2.2 and 5.3 */
function freshForMs(headers: Headers, nowMs: number): number {
  const cacheControl = headers.get('Cache-Control') ?? '';
  const maxAge = /(?:^|[\s,])max-age="?(\d{1,10})/i.exec(cacheControl)?.[1];
  const isUncacheable = /(?:^|[\s,])no-(?:store|cache)(?:$|[\s,;=])/i.test(cacheControl);
  const expiresAtMs = Date.parse(headers.get('Expires') ?? '');
  const age = Number(headers.get('Age') ?? 0);
  const saidMs = isUncacheable
    ? 0
    : maxAge !== undefined
      ? (Number(maxAge) - (Number.isFinite(age) ? age : 0)) * 1000
      : Number.isNaN(expiresAtMs)
        ? 0
        : expiresAtMs - nowMs;
  return Math.min(Math.max(saidMs, 10 * 60_000), 24 * 3_600_000);
}

export const invalidAnswer = (about: string) => refused('PROVIDER_ANSWER_INVALID', { about });

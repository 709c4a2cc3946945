import * as v from 'valibot';
import { refused } from '../../contract/refusals.js';
import type { Outbound } from '../outbound.js';
import type { Oauth2Name } from '../tools.js';
import { invalidAnswer, jsonOf, providerAnswer } from './askProvider.js';

/** A code, and its proof of origin. */
export type CodeToExchange = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
};

/**
 * Exchanges a code for an access token, as a confidential client. A provider spends a code by its first exchange, so that this is
 * never repeated.
 *
 * @throws {RefusedError} OAUTH_CODE_REFUSED, OAUTH_CLIENT_REFUSED, PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see RFC 6749, sections 2.3.1, 4.1.3 and 5; RFC 7636, section 4.5
 */
export async function exchangeCode(
  outbound: Outbound,
  url: string,
  { clientId, clientSecret, code, redirectUri, codeVerifier }: CodeToExchange,
): Promise<string> {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    client_id: clientId,
    code_verifier: codeVerifier,
  });
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const answer = await providerAnswer(outbound, {
    method: 'POST',
    url,
    headers: {
      Accept: 'application/json',
      Authorization: `Basic ${credentials}`,
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: form.toString(),
  });
  const body = jsonOf(answer);
  if (answer.status === 200) {
    const read = v.safeParse(granted, body);
    if (read.success) return read.output.access_token;
    throw invalidAnswer('a member is missing or malformed');
  }
  if (answer.status === 401 || clientErrors.includes(String(body.error))) throw refused('OAUTH_CLIENT_REFUSED');
  if (answer.status === 400 && codeErrors.includes(String(body.error))) throw refused('OAUTH_CODE_REFUSED');
  throw invalidAnswer(`it answers ${answer.status}`);
}

const clientErrors = ['invalid_client', 'unauthorized_client'];
/** The standard's; and X's own for a code that has expired or was used. */
const codeErrors = ['invalid_grant', 'invalid_request'];

/** What stands in a header. @see RFC 6750, section 2.1 */
const bearer = v.pipe(v.string(), v.regex(/^[\w.~+/-]{1,4096}=*$/));
const granted = v.object({ access_token: bearer, token_type: v.pipe(v.string(), v.regex(/^bearer$/i)) });

/** A person at a provider. `name`: their name there. */
export type PersonThere = { readonly id: string; readonly name: string | undefined };

/**
 * The person of an access token.
 *
 * @throws {RefusedError} PROVIDER_UNREACHABLE, PROVIDER_ANSWER_INVALID
 * @see X API, `GET /2/users/me`; Discord API, `GET /users/@me`
 */
export async function personOf(
  outbound: Outbound,
  name: Oauth2Name,
  url: string,
  accessToken: string,
): Promise<PersonThere> {
  const headers = { Accept: 'application/json', Authorization: `Bearer ${accessToken}` };
  const answer = await providerAnswer(outbound, { method: 'GET', url, headers });
  if (answer.status !== 200) throw invalidAnswer(`it answers ${answer.status}`);
  const read = v.safeParse(people[name], jsonOf(answer));
  if (!read.success) throw invalidAnswer('it names nobody');
  return read.output;
}

/** A number of 64 bits, as text. */
const id = v.pipe(v.string(), v.regex(/^[1-9]\d{0,19}$/));
const label = v.optional(v.nullable(v.string()));

const people = {
  x: v.pipe(
    v.object({ data: v.object({ id, name: label, username: label }) }),
    v.transform(({ data }) => ({ id: data.id, name: named(data.name, data.username) })),
  ),
  discord: v.pipe(
    v.object({ id, global_name: label, username: label }),
    v.transform((person) => ({ id: person.id, name: named(person.global_name, person.username) })),
  ),
};

const named = (...names: (string | null | undefined)[]): string | undefined =>
  names.find((name) => typeof name === 'string' && name !== '')?.slice(0, 100);

import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { beginTestLogin, EndTestLoginResponse, endTestLogin } from '../../../../contract/testLogin.queries.js';
import { fromBase64Url } from '../../../../crypto/base64url.js';
import { fromUtf8 } from '../../../../crypto/bytes.js';
import { readJsonObject } from '../../../../crypto/json.js';
import { authProxyConfigOf, readSettings } from '../../../configuration/authProxyConfigs.js';
import { issuersIn } from '../../../configuration/oauth2Apps.js';
import { type Issuer, type IssuerSettings, issuersOf, type Oauth2App } from '../../../identity/issuers.js';
import { exchangeCode, personOf } from '../../../identity/oauth2Exchange.js';
import { oauth2EndpointsOf, oauth2Names } from '../../../identity/oauth2Providers.js';
import { askForEndpoints, exchangeForIdToken } from '../../../identity/testedProvider.js';
import { checkRecent, verifyIdToken } from '../../../identity/verifyIdToken.js';
import type { Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import type { AnswerQuery } from '../../engine/handlers/handler.js';
import { oauth2CredentialBy } from '../../records/oauth2.js';
import { withClientSecret } from './oauth2Authenticate.js';

export const answerBeginTestLogin: AnswerQuery<typeof beginTestLogin> = async (
  { provider, redirectUri, state, nonce, codeChallenge },
  { tools, db, organization },
) => {
  const { issuer, app } = await findTested(db, organization.organization_id, provider);
  const authorization = app
    ? oauth2EndpointsOf(oauth2Names[app.provider], tools.oauth2Endpoints).authorization
    : (await askForEndpoints(tools.outbound, issuer.issuer, tools.clock())).authorization;
  const url = new URL(authorization);
  const query = {
    ...(parameters[provider] ?? { response_type: 'code', scope: 'openid email profile' }),
    client_id: app?.clientId ?? issuer?.clientIds[0] ?? '',
    redirect_uri: redirectUri,
    state,
    nonce,
    ...(provider !== 'google' && { code_challenge: codeChallenge, code_challenge_method: 'S256' }),
  };
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return { url: url.href, ...(issuer && { issuer: issuer.issuer }) };
};

/** What those that are built in are asked with, as the kit asks them. @see docs/wire.md 5.5 */
const parameters: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  google: { response_type: 'id_token', scope: 'openid email profile', prompt: 'select_account' },
  apple: { response_type: 'code id_token', response_mode: 'fragment' },
  facebook: { response_type: 'code', scope: 'openid' },
  x: { response_type: 'code', scope: 'tweet.read users.read' },
  discord: { response_type: 'code', scope: 'identify email' },
};

/** Its discovery document names none. */
const facebooksToken = 'https://graph.facebook.com/v11.0/oauth/access_token';

/** The provider's answer, verified as that of a login. It reads the configuration, and writes nothing. */
export const answerEndTestLogin: AnswerQuery<typeof endTestLogin> = async (answered, { tools, db, organization }) => {
  const { issuer, app, settings } = await findTested(db, organization.organization_id, answered.provider);
  if (app) return personAt(tools, db, app, settings.organizationId, answered);
  const idToken = answered.idToken ?? (await exchanged(tools, issuer, answered));
  const identity = await verifyIdToken(tools, settings, idToken, tools.clock());
  checkRecent(identity, tools.clock());
  if (!identity.nonces.includes(answered.nonce)) throw refused('OIDC_NONCE_MISMATCH');
  if (identity.issuer !== issuer.issuer) throw refused('OIDC_ISSUER_UNKNOWN');
  const { audience, subject } = identity;
  return { identity: { issuer: issuer.issuer, audience, subject }, claims: claimsIn(idToken) };
};

type Tested = { readonly settings: IssuerSettings } & (
  | { readonly issuer: Issuer; readonly app?: undefined }
  | { readonly issuer?: undefined; readonly app: Oauth2App }
);

/** @throws {RefusedError} METHOD_NOT_ENABLED */
async function findTested(db: Kysely<Tables>, organizationId: string, provider: string): Promise<Tested> {
  const configuration = await authProxyConfigOf(db, organizationId);
  if (!configuration) throw refused('METHOD_NOT_ENABLED');
  const settings = issuersIn(configuration, readSettings(configuration));
  const issuer = issuersOf(settings).find(({ id }) => id === provider);
  if (issuer) return { settings, issuer };
  const app = settings.oauth2Apps.find((each) => oauth2Names[each.provider] === provider);
  if (app) return { settings, app };
  throw refused('METHOD_NOT_ENABLED');
}

type Answered = Parameters<typeof answerEndTestLogin>[0];

async function exchanged(tools: Tools, { id, issuer, clientIds }: Issuer, answered: Answered): Promise<string> {
  const { authCode: code = '', redirectUri: redirect_uri, codeVerifier: code_verifier } = answered;
  const { token } =
    id === 'facebook' ? { token: facebooksToken } : await askForEndpoints(tools.outbound, issuer, tools.clock());
  if (token === undefined) throw refused('PROVIDER_ANSWER_INVALID', { about: 'it says not where codes are exchanged' });
  const form = { client_id: clientIds[0] ?? '', code, redirect_uri, code_verifier };
  return exchangeForIdToken(tools.outbound, token, form);
}

/** Of X and Discord, which issue no ID tokens. */
async function personAt(
  tools: Tools,
  db: Kysely<Tables>,
  { provider, clientId, credentialId }: Oauth2App,
  organizationId: string,
  { authCode: code = '', redirectUri, codeVerifier }: Answered,
): Promise<EndTestLoginResponse> {
  const name = oauth2Names[provider];
  const endpoints = oauth2EndpointsOf(name, tools.oauth2Endpoints);
  const credential = await oauth2CredentialBy(db, organizationId, credentialId).catch(() => undefined);
  if (!credential) throw refused('METHOD_NOT_ENABLED');
  const accessToken = await withClientSecret(tools, credential, (clientSecret) =>
    exchangeCode(tools.outbound, endpoints.token, { clientId, clientSecret, code, redirectUri, codeVerifier }),
  );
  const person = await personOf(tools.outbound, name, endpoints.user, accessToken);
  const claims = Object.entries(person).flatMap(([member, value]) =>
    value === undefined ? [] : [{ name: member, value: shown(value) }],
  );
  return { identity: { issuer: name, audience: clientId, subject: person.id }, claims };
}

const mostClaims = 50;
const mostCharacters = 200;

/** All that a token says, to be looked at: of a verified one. */
function claimsIn(idToken: string): EndTestLoginResponse['claims'] {
  const claims = readJsonObject(fromUtf8(fromBase64Url(idToken.split('.')[1] ?? '')));
  return Object.entries(claims)
    .slice(0, mostClaims)
    .map(([name, value]) => ({ name: shown(name), value: isSecret(name, value) ? '[not shown]' : shown(value) }));
}

/** What could be used by whoever reads it. */
const isSecret = (name: string, value: unknown): boolean =>
  /token|secret|assertion|password/i.test(name) || /[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/.test(JSON.stringify(value));

/** As text, cut, without characters that would turn or break the line. */
function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const plain = text.slice(0, mostCharacters).replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, '\ufffd');
  return text.length > mostCharacters ? `${plain.slice(0, mostCharacters - 1)}…` : plain;
}

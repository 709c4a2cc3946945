import type { oauth2Authenticate } from '../../../../contract/oauth2.js';
import { refused } from '../../../../contract/refusals.js';
import { sealBearerToken } from '../../../../crypto/bundles.js';
import { fromUtf8 } from '../../../../crypto/bytes.js';
import { fromHex } from '../../../../crypto/hex.js';
import { writeJws } from '../../../../crypto/jws.js';
import { KeyError } from '../../../../crypto/keyError.js';
import { readPublicKey, sign } from '../../../../crypto/p256.js';
import { idTokenSigner } from '../../../configuration/idTokenKeys.js';
import { exchangeCode, type PersonThere, personOf } from '../../../identity/oauth2Exchange.js';
import { oauth2EndpointsOf, oauth2Names } from '../../../identity/oauth2Providers.js';
import { ownSubject } from '../../../identity/ownTokens.js';
import { ChangedMeanwhile } from '../../../store/changedMeanwhile.js';
import type { Row } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { withSecret } from '../../../wipe.js';
import type { ActivityHandler, ParametersOf } from '../../engine/handlers/handler.js';
import { deferred, type Lease } from '../../engine/handlers/outcome.js';
import { clientSecretPlace, oauth2CredentialBy } from '../../records/oauth2.js';

type Credential = Row<'oauth2_credentials'>;
type Parameters = ParametersOf<typeof oauth2Authenticate>;

/** A provider spends a code by its first exchange: that it is to be exchanged is recorded first, and it is done once. */
export const oauth2AuthenticateHandler: ActivityHandler<typeof oauth2Authenticate, Credential> = {
  async prepare({ parameters, organization }, { tools, read }) {
    if (tools.publicUrl === undefined)
      throw refused('METHOD_NOT_ENABLED', { turnkeyErrorCode: 'OAUTH2_PROVIDER_NOT_CONFIGURED' });
    checkTarget(parameters);
    return read((db) => oauth2CredentialBy(db, organization.organization_id, parameters.oauth2CredentialId));
  },

  async execute({ parameters, prepared: credential }, { tools, transaction }) {
    const { organization_id, credential_id, updated_at_ms } = credential;
    const now = await oauth2CredentialBy(transaction, organization_id, credential_id);
    if (now.updated_at_ms !== updated_at_ms) throw new ChangedMeanwhile('The credential has changed.');
    return deferred((lease) => authenticate(tools, { credential, parameters, lease }));
  },
};

/** @throws {RefusedError} PUBLIC_KEY_INVALID */
function checkTarget({ bearerTokenTargetPublicKey }: Parameters): void {
  try {
    if (bearerTokenTargetPublicKey !== undefined) readPublicKey(bearerTokenTargetPublicKey.toLowerCase());
  } catch (error) {
    throw error instanceof KeyError ? refused('PUBLIC_KEY_INVALID', { cause: error }) : error;
  }
}

type Exchange = { readonly credential: Credential; readonly parameters: Parameters; readonly lease: Lease };

async function authenticate(tools: Tools, { credential, parameters, lease }: Exchange): Promise<{ oidcToken: string }> {
  const name = oauth2Names[credential.provider];
  const endpoints = oauth2EndpointsOf(name, tools.oauth2Endpoints);
  const { authCode: code, redirectUri, codeVerifier } = parameters;
  await lease.renew();
  const accessToken = await withClientSecret(tools, credential, (clientSecret) =>
    exchangeCode(tools.outbound, endpoints.token, {
      clientId: credential.client_id,
      clientSecret,
      code,
      redirectUri,
      codeVerifier,
    }),
  );
  await lease.renew();
  const person = await personOf(tools.outbound, name, endpoints.user, accessToken);
  return { oidcToken: await idToken(tools, { credential, parameters, accessToken, person }) };
}

/** Uses the secret of an app, which is opened for that alone. */
export async function withClientSecret<Used>(
  { sealer }: Pick<Tools, 'sealer'>,
  { organization_id, credential_id, sealed_client_secret }: Credential,
  use: (clientSecret: string) => Promise<Used>,
): Promise<Used> {
  const secret = await sealer.open(clientSecretPlace(organization_id, credential_id), sealed_client_secret);
  return withSecret(secret, (opened) => use(fromUtf8(opened)));
}

type Exchanged = Omit<Exchange, 'lease'> & { readonly accessToken: string; readonly person: PersonThere };

/** @see docs/wire.md 5.4 */
async function idToken(tools: Tools, { credential, parameters, accessToken, person }: Exchanged): Promise<string> {
  const signing = await tools.store.read((db) => idTokenSigner(tools, db));
  if (!signing) throw new Error('There is no key for ID tokens, and yet a credential.');
  const issuedAt = Math.floor(tools.clock() / 1000);
  const target = parameters.bearerTokenTargetPublicKey?.toLowerCase();
  const claims = {
    iss: tools.publicUrl,
    aud: credential.client_id,
    sub: ownSubject(oauth2Names[credential.provider], person.id),
    nonce: parameters.nonce,
    iat: issuedAt,
    exp: issuedAt + lifetimeSeconds,
    organization_id: credential.organization_id,
    ...(person.name !== undefined && { name: person.name }),
    ...(target !== undefined && { encrypted_bearer_token: await sealBearerToken(accessToken, fromHex(target)) }),
  };
  const header = { typ: 'JWT', kid: signing.keyId };
  return writeJws(claims, (signingInput) => sign(signing.signer, signingInput), header);
}

const lifetimeSeconds = 300;

import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { exampleIdPage } from './exampleIdPage.js';
import type { OidcProvider } from './findOidcProvider.js';
import { exampleClientId as clientId } from './offerExampleId.js';

/** What "Example ID" is made of. */
export type ExampleIdSettings = {
  /** Where it answers; its path is what its requests begin with. */
  readonly issuer: string;
  /** Where it may send people back to. */
  readonly redirectUrls: readonly string[];
};

export type ExampleId = {
  readonly answer: (incoming: IncomingMessage, outgoing: ServerResponse) => void;
};

/**
 * An identity provider on this machine, for development and tests: a certified implementation with real codes, consent and keys,
 * which believes everybody who they say they are. Its keys and its people's logins end with the process; a person is the same again by
 * their e-mail address.
 */
export function createExampleId(
  { Provider, MemoryAdapter }: OidcProvider,
  { issuer, redirectUrls }: ExampleIdSettings,
): ExampleId {
  const people = new Map<string, { readonly email: string; readonly name: string }>();
  const path = new URL(issuer).pathname.replace(/\/$/, '');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    adapter: (name: string) => new MemoryAdapter(name),
    clients: [
      {
        client_id: clientId,
        client_name: 'Acme',
        application_type: 'native', // the one kind that may come back to this machine by http
        token_endpoint_auth_method: 'none',
        redirect_uris: redirectUrls,
        response_types: ['code'],
        grant_types: ['authorization_code'],
      },
    ],
    jwks: {
      keys: [
        { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: randomBytes(4).toString('hex') },
      ],
    },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    clientBasedCORS: (_: unknown, origin: string) =>
      redirectUrls.some((url) => new URL(url).origin === origin) ||
      localHosts.some((host) => `${origin}:`.startsWith(`http://${host}:`)),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `${path}/interaction/${uid}` },
    findAccount: (_: unknown, accountId: string) => {
      const person = people.get(accountId);
      return person && { accountId, claims: () => ({ sub: accountId, ...person, email_verified: true }) };
    },
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 600, Interaction: 600, Session: 3600, Grant: 3600 },
  });
  const answerProvider = provider.callback();

  async function interact(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { uid, prompt, params, session, grantId } = await provider.interactionDetails(incoming, outgoing);
    if (incoming.method !== 'POST') {
      const local = localHosts.map((host) => `http://${host}:*`);
      const origins = [...redirectUrls.map((url) => new URL(url).origin), ...local];
      const person = people.get(session?.accountId ?? '');
      return exampleIdPage(outgoing, { action: `${path}/interaction/${uid}`, asks: prompt.name, person, origins });
    }
    const form = new URLSearchParams(await text(incoming));
    const finish = (result: object) =>
      provider.interactionFinished(incoming, outgoing, result, { mergeWithLastSubmission: prompt.name === 'consent' });
    if (form.get('answer') === 'deny') return finish({ error: 'access_denied' });
    if (prompt.name === 'login') {
      const email = (form.get('email') ?? '').trim().toLowerCase();
      const accountId = createHash('sha256').update(email).digest('hex').slice(0, 24);
      people.set(accountId, { email, name: (form.get('name') ?? '').trim() || email });
      return finish({ login: { accountId } });
    }
    const known = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant = known ?? new provider.Grant({ accountId: session?.accountId ?? '', clientId: params.client_id });
    grant.addOIDCScope((prompt.details.missingOIDCScope ?? []).join(' '));
    return finish({ consent: { grantId: await grant.save() } });
  }

  return {
    answer(incoming, outgoing) {
      const { url = '' } = incoming;
      const asked = url.slice(path.length);
      if (asked.startsWith('/interaction/')) {
        interact(incoming, outgoing).catch(() => {
          if (!outgoing.headersSent) outgoing.writeHead(400, { 'Content-Type': 'text/plain' });
          outgoing.end('This login is over. Go back to the app, and begin again.');
        });
        return;
      }
      // As a framework that mounts it would: the provider reads its own path off the difference.
      Object.assign(incoming, { originalUrl: url, url: asked || '/' });
      answerProvider(incoming, outgoing);
    },
  };
}

/** Of an app of your own beside this one: a native client comes back to any port of its machine (RFC 8252, 7.3). */
const localHosts = ['localhost', '127.0.0.1'];

import { type Client, createClient } from 'latchkey/client';
import {
  answerUnverified,
  type EmailLinkSettings,
  emailLinks,
  type VerifiedCaller,
  type VerifySettings,
  verifyRequest,
} from 'latchkey/server';
import { type Bob, bobAsks } from './bob.js';

export type BackendSettings = Pick<VerifySettings, 'trust' | 'clock'> &
  Pick<EmailLinkSettings, 'organizationId' | 'apiKey'> & {
    readonly authProxyConfigId: string;
    /** Its origin in browsers; read at each request, because the port is not known earlier. */
    readonly origin: () => string;
    /** The second user of the demo, whose key is kept here. */
    readonly bob: Bob;
    /** How the service is reached. Default: the platform's. */
    readonly fetch?: Client['fetch'] | undefined;
    /** Its URL. Default: the backend's own origin. */
    readonly authProxyUrl?: string | undefined;
  };

/**
 * The app's own backend: it verifies its callers without a request, sends links by e-mail with its organization's key, and has a second
 * user, Bob, who asks for signatures.
 */
export function backend(settings: BackendSettings): (request: Request) => Promise<Response> {
  const routes: Record<string, (request: Request) => Promise<Response>> = {
    'POST /api/email-link': (request) => linksOf(settings).login(request),
    'POST /api/recovery-link': (request) => linksOf(settings).recovery(request),
    'GET /api/me': (request) => verified(request, settings, async (caller) => caller),
    'GET /api/bob': async () => Response.json({ publicKey: settings.bob.publicKey }),
    'POST /api/bob': (request) => verified(request, settings, (caller, body) => askAsBob(caller, body, settings)),
  };
  return async (request) => {
    const answer = routes[`${request.method} ${new URL(request.url).pathname}`];
    return answer ? answer(request) : new Response(null, { status: 404 });
  };
}

type Answer = (caller: VerifiedCaller, body: string) => Promise<object>;

async function verified(request: Request, settings: BackendSettings, answer: Answer): Promise<Response> {
  const { origin, trust, clock } = settings;
  try {
    const caller = await verifyRequest(request, { trust, origin: originsOf(origin()), ...(clock && { clock }) });
    return Response.json(await answer(caller, await request.text()));
  } catch (error) {
    return answerUnverified(error);
  }
}

async function askAsBob({ organizationId }: VerifiedCaller, body: string, settings: BackendSettings): Promise<object> {
  const { bob, origin, authProxyUrl = origin(), authProxyConfigId, clock, fetch } = settings;
  const { address, chainId } = JSON.parse(body);
  const client = createClient({ authProxyUrl, authProxyConfigId, ...(clock && { clock }), ...(fetch && { fetch }) });
  await bobAsks(client, bob, { organizationId, address: String(address), chainId: Number(chainId) });
  return {};
}

/** On a local machine a page has two names. */
const originsOf = (origin: string): string[] => [origin, origin.replace('//localhost:', '//127.0.0.1:')];

const linksOf = ({ origin, organizationId, apiKey, clock }: BackendSettings) =>
  emailLinks({ coordinatorUrl: origin(), organizationId, apiKey, clock, appName: 'Acme', page: origin() });

import {
  answerUnverified,
  type EmailLinkSettings,
  emailLinks,
  type VerifySettings,
  verifyRequest,
} from 'latchkey/server';

type BackendSettings = Pick<VerifySettings, 'trust' | 'clock'> &
  Pick<EmailLinkSettings, 'organizationId' | 'apiKey'> & {
    /** Its origin in browsers; read at each request, because the port is not known earlier. */
    readonly origin: () => string;
  };

/** The app's own backend: it verifies its callers without a request, and sends links by e-mail with its organization's key. */
export function backend(settings: BackendSettings): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/api/email-link') return linksOf(settings).login(request);
    if (pathname === '/api/recovery-link') return linksOf(settings).recovery(request);
    return me(request, settings);
  };
}

async function me(request: Request, { origin, trust, clock }: BackendSettings): Promise<Response> {
  try {
    const settings = { trust, origin: originsOf(origin()), ...(clock && { clock }) };
    const { userId, organizationId } = await verifyRequest(request, settings);
    return Response.json({ userId, organizationId });
  } catch (error) {
    return answerUnverified(error);
  }
}

/** On a local machine a page has two names. */
const originsOf = (origin: string): string[] => [origin, origin.replace('//localhost:', '//127.0.0.1:')];

const linksOf = ({ origin, organizationId, apiKey, clock }: BackendSettings) =>
  emailLinks({ coordinatorUrl: origin(), organizationId, apiKey, clock, appName: 'Acme', page: origin() });

import {
  answerUnverified,
  type EmailLinkSettings,
  emailLinks,
  type VerifySettings,
  verifyRequest,
} from 'latchkey/server';

type BackendSettings = Pick<VerifySettings, 'trust' | 'clock'> &
  Pick<EmailLinkSettings, 'organizationId' | 'apiKey'> & {
    /** Where browsers reach it; asked at each request, since its port is not known before. */
    readonly origin: () => string;
  };

/** The app's own backend, in full: it knows who calls, and has asked nobody; and it mails links by its organization's key. */
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

/** On one's own machine a page is reached by two names. */
const originsOf = (origin: string): string[] => [origin, origin.replace('//localhost:', '//127.0.0.1:')];

const linksOf = ({ origin, organizationId, apiKey, clock }: BackendSettings) =>
  emailLinks({ coordinatorUrl: origin(), organizationId, apiKey, clock, appName: 'Acme', page: origin() });

import { answerUnverified, type VerifySettings, verifyRequest } from 'latchkey/server';

type BackendSettings = Pick<VerifySettings, 'trust' | 'clock'> & {
  /** Where browsers reach it; asked at each request, since its port is not known before. */
  readonly origin: () => string;
};

/** The app's own backend, in full: it knows who calls, and has asked nobody. */
export function backend({ origin, ...settings }: BackendSettings): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const { userId, organizationId } = await verifyRequest(request, { ...settings, origin: originsOf(origin()) });
      return Response.json({ userId, organizationId });
    } catch (error) {
      return answerUnverified(error);
    }
  };
}

/** On one's own machine a page is reached by two names. */
const originsOf = (origin: string): string[] => [origin, origin.replace('//localhost:', '//127.0.0.1:')];

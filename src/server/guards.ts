import { answerUnverified, unverifiedAnswer } from './answerUnverified.js';
import type { IncomingRequest } from './incomingRequest.js';
import { UnverifiedError } from './unverifiedError.js';
import { type VerifiedCaller, type VerifySettings, verifyRequest } from './verifyRequest.js';

/**
 * Wraps a handler so that it serves logged-in people only, in anything that takes a `Request` and returns a `Response`: route handlers of
 * Next, Bun, Deno, workers. Other requests are answered with 401.
 *
 * @example
 * export const GET = withCaller(settings, async (request, { userId }) => Response.json(await ordersOf(userId)))
 */
export function withCaller<Rest extends readonly unknown[]>(
  settings: VerifySettings,
  handler: (request: Request, caller: VerifiedCaller, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    let caller: VerifiedCaller;
    try {
      caller = await verifyRequest(request, settings);
    } catch (error) {
      return answerUnverified(error);
    }
    return handler(request, caller, ...rest);
  };
}

/**
 * For a middleware in front of handlers that verify requests themselves, such as Next's: returns a 401 response for an unverified request,
 * `undefined` otherwise. It does not consume the proof and grants nothing: a replayed request passes it.
 */
export function refuseUnverified(settings: VerifySettings): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    try {
      await verifyRequest(request, { ...settings, consume: false });
      return undefined;
    } catch (error) {
      return answerUnverified(error);
    }
  };
}

/**
 * A middleware for Hono: the caller is `context.get('caller')`.
 *
 * @example
 * const app = new Hono<{ Variables: { caller: VerifiedCaller } }>()
 * app.use('/orders/*', honoCaller(settings))
 */
export function honoCaller(
  settings: VerifySettings,
): (
  context: { readonly req: { readonly raw: Request }; set(name: 'caller', caller: VerifiedCaller): void },
  next: () => Promise<void>,
) => Promise<Response | undefined> {
  return async (context, next) => {
    try {
      context.set('caller', await verifyRequest(context.req.raw, settings));
    } catch (error) {
      return answerUnverified(error);
    }
    await next();
    return undefined;
  };
}

/** The part of Express's response that is used. */
export type ExpressResponse = {
  readonly locals: Record<string, unknown>;
  writeHead(status: number, headers: Readonly<Record<string, string>>): { end(body: string): unknown };
};

/**
 * A middleware for Express: the caller is `response.locals.caller`.
 *
 * @example
 * app.use('/orders', expressCaller(settings))
 */
export function expressCaller(
  settings: VerifySettings,
): (request: IncomingRequest, response: ExpressResponse, next: (error?: unknown) => void) => Promise<void> {
  return async (request, response, next) => {
    try {
      response.locals.caller = await verifyRequest(request, settings);
    } catch (error) {
      if (!(error instanceof UnverifiedError)) return next(error);
      const { headers, body } = unverifiedAnswer(error);
      response.writeHead(error.status, headers).end(body);
      return;
    }
    next();
  };
}

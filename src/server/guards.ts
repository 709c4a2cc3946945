import { answerUnverified, unverifiedAnswer } from './answerUnverified.js';
import type { IncomingRequest } from './incomingRequest.js';
import { UnverifiedError } from './unverifiedError.js';
import type { CallerWithUser, VerifiedCaller } from './verifiedCaller.js';
import { type SettingsWithUser, type VerifySettings, verifyRequest } from './verifyRequest.js';

/**
 * Wraps a handler so that it serves logged-in people only, and knows their names and proved contacts. Other requests are answered with 401.
 *
 * @throws {UserLookupError} from the wrapped handler: USER_LOOKUP_FAILED
 * @example
 * export const GET = withCaller({ ...settings, withUser }, async (request, { user }) => Response.json(user))
 */
export function withCaller<Rest extends readonly unknown[]>(
  settings: SettingsWithUser,
  handler: (request: Request, caller: CallerWithUser, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response>;
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
): (request: Request, ...rest: Rest) => Promise<Response>;
export function withCaller<Rest extends readonly unknown[]>(
  settings: VerifySettings,
  handler: (request: Request, caller: CallerWithUser, ...rest: Rest) => Response | Promise<Response>,
): (request: Request, ...rest: Rest) => Promise<Response> {
  return async (request, ...rest) => {
    let caller: VerifiedCaller;
    try {
      caller = await verifyRequest(request, settings);
    } catch (error) {
      return answerUnverified(error);
    }
    return handler(request, caller as CallerWithUser, ...rest); // only a handler with a look-up is typed to read the user
  };
}

/**
 * For a middleware in front of handlers that verify requests themselves, such as Next's: returns a 401 response for an unverified request,
 * `undefined` otherwise. It does not consume the proof, looks no user up, and grants nothing: a replayed request passes it.
 */
export function refuseUnverified(settings: VerifySettings): (request: Request) => Promise<Response | undefined> {
  return async (request) => {
    try {
      const { withUser: _, ...looking } = settings;
      await verifyRequest(request, { ...looking, consume: false });
      return undefined;
    } catch (error) {
      return answerUnverified(error);
    }
  };
}

/** A middleware of Hono that sets the caller. */
export type HonoCaller<Caller extends VerifiedCaller> = (
  context: { readonly req: { readonly raw: Request }; set(name: 'caller', caller: Caller): void },
  next: () => Promise<void>,
) => Promise<Response | undefined>;

/**
 * A middleware for Hono: the caller is `context.get('caller')`, and has a `user`.
 *
 * @throws {UserLookupError} from the middleware: USER_LOOKUP_FAILED
 * @example
 * const app = new Hono<{ Variables: { caller: CallerWithUser } }>()
 * app.use('/orders/*', honoCaller({ ...settings, withUser }))
 */
export function honoCaller(settings: SettingsWithUser): HonoCaller<CallerWithUser>;
/**
 * A middleware for Hono: the caller is `context.get('caller')`.
 *
 * @example
 * const app = new Hono<{ Variables: { caller: VerifiedCaller } }>()
 * app.use('/orders/*', honoCaller(settings))
 */
export function honoCaller(settings: VerifySettings): HonoCaller<VerifiedCaller>;
export function honoCaller(settings: VerifySettings): HonoCaller<VerifiedCaller> {
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
 * A middleware for Express: the caller is `response.locals.caller`, with a `user` if the settings have `withUser`.
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

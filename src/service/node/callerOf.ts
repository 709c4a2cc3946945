import { publicKeyOf } from '../../crypto/p256.js';
import { LatchkeyError } from '../../errors.js';
import { sendByChannel } from '../delivery/channels.js';
import { organizationsOfKey } from '../store/organizationsOfKey.js';
import type { ConfigEnvironment } from './environment.js';
import { openService } from './openService.js';
import { openInitialised } from './openStore.js';
import { type RootCaller, rootCaller, type SendRequest } from './rootCaller.js';

/**
 * Who calls as the root user that the environment names: a service at a URL, or, without one, within this process on the database.
 *
 * @throws {CallerError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE
 */
export async function callerOf(
  environment: ConfigEnvironment,
  clock: () => number,
): Promise<{ caller: RootCaller; close: () => Promise<void> }> {
  const { rootKey: privateKey } = environment;
  if ('url' in environment) {
    const { url, organizationId } = environment;
    return { caller: await rootCaller(overNetwork(url), { organizationId, privateKey, clock }), close: async () => {} };
  }
  const store = await openInitialised(environment.store);
  const { secrets, dashboardUrl } = environment;
  const service = await openService(store, { secrets, dashboardUrl, send: sendByChannel({}) });
  try {
    const organizationId =
      environment.organizationId ?? onlyOne(await organizationsOfKey(store, await publicKeyOf(privateKey)));
    const within: SendRequest = (path, init) => service.fetch(new Request(`http://coordinator.internal${path}`, init));
    return { caller: await rootCaller(within, { organizationId, privateKey, clock }), close: service.close };
  } catch (error) {
    await service.close();
    throw error;
  }
}

/** Calls as the root user that the environment names, and leaves nothing open. @throws {CallerError} ORGANIZATION_UNKNOWN, SERVICE_UNREACHABLE */
export async function asRootUser<Result>(
  environment: ConfigEnvironment,
  work: (caller: RootCaller) => Promise<Result>,
  clock: () => number = Date.now,
): Promise<Result> {
  const { caller, close } = await callerOf(environment, clock);
  try {
    return await work(caller);
  } finally {
    await close();
  }
}

/** How long an answer may take, in milliseconds. */
const mostAnswerMs = 60_000;

/** Requests to the service at a URL, each with its whole answer. */
export const overNetwork =
  (url: string, mostMs: number = mostAnswerMs): SendRequest =>
  async (path, init) => {
    try {
      const response = await fetch(new URL(path, url), { ...init, signal: AbortSignal.timeout(mostMs) });
      return new Response(await response.arrayBuffer(), response);
    } catch (cause) {
      const isLate = cause instanceof DOMException && cause.name === 'TimeoutError';
      const says = isLate
        ? `The service at ${url} did not answer in ${mostMs / 1_000} s.`
        : `No service answers at ${url}.`;
      throw new CallerError('SERVICE_UNREACHABLE', says, { cause });
    }
  };

function onlyOne(organizationIds: readonly string[]): string {
  const [organizationId] = organizationIds;
  if (organizationId !== undefined && organizationIds.length === 1) return organizationId;
  const message =
    organizationId === undefined
      ? 'LATCHKEY_ROOT_KEY is no key of an organization in this database.'
      : `LATCHKEY_ROOT_KEY is a key of several organizations: name one with --organization (${organizationIds.join(', ')}).`;
  throw new CallerError('ORGANIZATION_UNKNOWN', message);
}

/** The organization is unknown, or the service does not answer. */
class CallerError extends LatchkeyError<'ORGANIZATION_UNKNOWN' | 'SERVICE_UNREACHABLE'> {}

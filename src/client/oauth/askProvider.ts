import type { Client } from '../createClient.js';
import { startDeadline } from '../deadline.js';
import { timedOut } from '../unreachableError.js';
import { OauthError } from './oauthLogin.js';

/** A provider's answer: an object, empty if the provider sent something else. */
export type ProviderReply = { readonly status: number; readonly body: Record<string, unknown> };

/**
 * Sends a request to a provider from the page, without credentials or redirects.
 *
 * @param form - the body of a POST; without it a GET is sent.
 * @throws {OauthError} OAUTH_PROVIDER_UNREACHABLE
 */
export async function askProvider(client: Client, url: string, form?: URLSearchParams): Promise<ProviderReply> {
  const { timeoutMs } = client.settings;
  const deadline = startDeadline(timeoutMs, () => timedOut(url, timeoutMs));
  const { signal } = deadline;
  try {
    const answer = await client.fetch(url, {
      ...(form && { method: 'POST', body: form }),
      headers: { Accept: 'application/json' },
      credentials: 'omit',
      redirect: 'error',
      cache: form ? 'no-store' : 'default',
      referrerPolicy: 'no-referrer',
      signal,
    });
    return { status: answer.status, body: readObject(await answer.text()) };
  } catch (cause) {
    const { origin } = new URL(url);
    const why = `No answer from ${origin}. It cannot be reached, it refuses this page, or this page's Content-Security-Policy does not list it in connect-src.`;
    throw new OauthError('OAUTH_PROVIDER_UNREACHABLE', why, { cause });
  } finally {
    deadline.stop();
  }
}

function readObject(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

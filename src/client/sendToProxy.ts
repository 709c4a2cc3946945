import type { AnswerOf, ProxyRow, RequestOf } from '../contract/row.js';
import { utf8 } from '../crypto/bytes.js';
import type { Client } from './createClient.js';
import { exchange, type RequestOptions } from './exchange.js';
import { readAnswer } from './readAnswer.js';
import { UnreachableError, unreachableOrOrigin } from './unreachableError.js';

/** One request to the auth proxy. @throws as {@link call} does */
export async function sendToProxy<R extends ProxyRow>(
  client: Client,
  row: R,
  request: RequestOf<R>,
  requestOptions: RequestOptions = {},
  more: Readonly<Record<string, string>> = {},
): Promise<AnswerOf<R>> {
  const { authProxyUrl, authProxyConfigId } = client.settings;
  const { name, path, repeatable, response } = row;
  const url = authProxyUrl + path;
  const headers = { 'X-Auth-Proxy-Config-ID': authProxyConfigId, ...more };
  const body = utf8(JSON.stringify(request));
  try {
    const answer = await exchange(client, { row, url, headers, body, repeatable }, requestOptions);
    return readAnswer(name, response, answer) as AnswerOf<R>;
  } catch (error) {
    throw mayBeOrigin(error, url) ? unreachableOrOrigin(url, location.origin, error.cause) : error;
  }
}

/**
 * In a page, an answer that its origin may not read looks like no answer. If the device knows that it is offline, the origin is not the
 * reason.
 */
function mayBeOrigin(error: unknown, url: string): error is UnreachableError {
  const failed = error instanceof UnreachableError && error.code === 'NETWORK_FAILED';
  const pageOrigin = globalThis.location?.origin;
  return failed && pageOrigin !== undefined && pageOrigin !== new URL(url).origin && navigator.onLine !== false;
}

import type { AnswerOf, ProxyRow, RequestOf } from '../contract/row.js';
import type { Client } from './createClient.js';
import type { RequestOptions } from './exchange.js';
import { sendToProxy } from './sendToProxy.js';

/** A call to the auth proxy. @throws as {@link call} does */
export function callProxy<R extends ProxyRow>(
  client: Client,
  row: R,
  request: RequestOf<R>,
  requestOptions?: RequestOptions,
): Promise<AnswerOf<R>> {
  const captcha = client.settings.captcha as typeof sendToProxy | undefined;
  return ((row.captcha && captcha) || sendToProxy)(client, row, request, requestOptions);
}

import * as v from 'valibot';
import { compressedKey } from '../../contract/fields.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import { equalBytes, utf8 } from '../../crypto/bytes.js';
import { refusalOfFailure } from '../failure.js';
import { answerJson, answerRefusal, commonHeaders } from '../http/answers.js';
import { isJson, readJsonBody, readRawBody, shaped } from '../http/readBody.js';
import type { Log } from '../tools.js';
import { notTheToken, notYours, ownOriginOnly } from './refusals.js';
import { mayRead } from './whoMayRead.js';

export type DashboardLoginSettings = {
  /** That of the development service. */
  readonly token: string;
  /** Makes that key a session key of the root user. @returns the session token */
  readonly logIn: (publicKey: string) => Promise<string>;
  readonly log: Log;
};

/**
 * `POST /dev/dashboard-login {token, publicKey}` → `{session}`: the dashboard's page gets in with the token of the address that was printed,
 * and by a key of its own. The root key stays where it is.
 */
export async function dashboardLogin(request: Request, settings: DashboardLoginSettings): Promise<Response> {
  try {
    if (request.method !== 'POST') throw refused('ROUTE_NOT_FOUND');
    if (!mayRead(request)) throw notYours();
    if (!isJson(request)) throw refused('CONTENT_TYPE_UNSUPPORTED');
    const { token, publicKey } = shaped(asked, readJsonBody(await readRawBody(request)));
    if (!equalBytes(utf8(token), utf8(settings.token))) throw notTheToken();
    return answerJson({ session: await settings.logIn(publicKey) }, { ...commonHeaders, ...ownOriginOnly });
  } catch (error) {
    const refusal = error instanceof RefusedError ? error : refusalOfFailure(error, settings.log);
    return answerRefusal(refusal, { ...commonHeaders, ...ownOriginOnly });
  }
}

const asked = v.strictObject({ token: v.pipe(v.string(), v.maxLength(200)), publicKey: compressedKey });

import * as v from 'valibot';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { uuid } from '../../contract/fields.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import type { ProxyRow, RowRequest } from '../../contract/row.js';
import { proxyRows } from '../../contract/rows.js';
import type { CheckCaptcha } from '../captcha/checkCaptcha.js';
import { readSettings } from '../configuration/authProxyConfigs.js';
import { isAllowedOrigin, isWellFormedOrigin } from '../configuration/origin.js';
import type { Connection } from '../coordinator/coordinator.js';
import { refusalOf } from '../failure.js';
import { type AnswerHeaders, answerJson, answerPreflight, answerRefusal } from '../http/answers.js';
import type { BodyBudget } from '../http/bodyBudget.js';
import { anyOrigin, noOrigin, noPreflight, oneOrigin, preflightHeaders } from '../http/cors.js';
import { noteNothing } from '../http/note.js';
import { pathOf } from '../http/pathOf.js';
import { isJson, readJsonBody, readRawBody, shaped } from '../http/readBody.js';
import type { Row } from '../store/schema.js';
import type { Log } from '../tools.js';
import { answers } from './handlers.js';
import { provedContact } from './provedContact.js';
import type { AnswerProxy, ProxyCall } from './proxyCall.js';
import { createRefusalLimit, withoutLimit } from './refusalLimit.js';
import { createRequestCount } from './requestCount.js';

/** What the proxy has at hand. It reads one table, by id; everything else goes through the coordinator's public API. */
export type ProxyTools = Pick<
  ProxyCall,
  | 'coordinator'
  | 'proxyKeys'
  | 'addressPepper'
  | 'deviceKeys'
  | 'findProviderKey'
  | 'publicUrl'
  | 'oauth2Endpoints'
  | 'primitives'
  | 'clock'
  | 'random'
> & {
  readonly readConfiguration: (configId: string) => Promise<Row<'auth_proxy_configs'> | undefined>;
  readonly checkCaptcha: CheckCaptcha;
  readonly log: Log;
};

/**
 * The auth proxy as a web-standard function, in the order of the specification: origin → configuration → sign with the proxy's
 * own key → forward → answer. A refused origin causes no work, and neither does an address that asks or was refused too often.
 *
 * @see Specification 1, 5.2
 */
export function createProxy(tools: ProxyTools): (request: Request, connection?: Connection) => Promise<Response> {
  const routes = new Map(
    Object.entries(proxyRows).map(([name, row]) => [row.path, { name: name as keyof typeof proxyRows, row }]),
  );
  const countRequest = createRequestCount(tools.clock);
  const refusalLimit = createRefusalLimit(tools.clock);
  return async (request, { clientAddress = '', bodyBudget, note = noteNothing } = {}) => {
    const origin = request.headers.get('Origin');
    if (request.method === 'OPTIONS') {
      return answerPreflight(origin !== null && isWellFormedOrigin(origin) ? preflight : noPreflight);
    }
    let cors = noOrigin;
    try {
      const route = routes.get(pathOf(request.url));
      if (!route) throw refused('ROUTE_NOT_FOUND');
      if (request.method !== 'POST') throw refused('METHOD_NOT_ALLOWED');
      if (origin !== null && !isWellFormedOrigin(origin)) throw refused('ORIGIN_NOT_ALLOWED');
      const configuration = await find(tools, request.headers.get('X-Auth-Proxy-Config-Id') ?? '');
      if (configuration) note({ organization: configuration.organization_id });
      // An unknown and a disabled configuration answer alike, and any page may read that.
      if (configuration?.enabled !== 1) {
        cors = anyOrigin;
        throw refused('PROXY_NOT_AVAILABLE');
      }
      const settings = readSettings(configuration);
      if (!isAllowedOrigin(origin, settings)) {
        tools.log('origin refused', { configId: configuration.config_id, origin: (origin ?? 'none').slice(0, 200) });
        throw refused('ORIGIN_NOT_ALLOWED');
      }
      cors = corsOf(origin, settings);
      const call = { ...tools, configuration, settings, clientAddress, note };
      // Requests without a known address are not counted.
      if (clientAddress !== '') {
        countRequest({ configId: configuration.config_id, clientAddress, limit: settings.requestsPerAddress });
      }
      const attend =
        route.row.counted && clientAddress !== ''
          ? refusalLimit({ configId: configuration.config_id, clientAddress, limit: settings.refusalsPerAddress })
          : withoutLimit;
      const answer = await attend(
        () => read(request, route.row, bodyBudget),
        async (shapedRequest) => {
          if (route.row.captcha && settings.captchaEnabled) {
            const token = request.headers.get('X-Captcha-Token');
            await tools.checkCaptcha({ ...call, token, once: await onceIn(shapedRequest, call) });
          }
          return (answers[route.name] as AnswerProxy<ProxyRow>)(shapedRequest, call);
        },
      );
      return answerJson(answer, cors);
    } catch (error) {
      return answerRefusal(refusalOf(error, tools.log, note), cors, note);
    }
  };
}

const preflight = preflightHeaders(['X-Auth-Proxy-Config-ID', 'X-Captcha-Token', 'X-Client-Version']);

async function find(tools: ProxyTools, configId: string): Promise<Row<'auth_proxy_configs'> | undefined> {
  return v.is(uuid, configId) ? tools.readConfiguration(configId) : undefined;
}

const corsOf = (origin: string | null, { allowedOrigins }: AuthProxySettings): AnswerHeaders =>
  allowedOrigins.includes('*') ? anyOrigin : origin === null ? noOrigin : oneOrigin(origin);

async function read(request: Request, row: ProxyRow, budget?: BodyBudget): Promise<RowRequest<ProxyRow>> {
  const body = await readRawBody(request, budget);
  if (body.length > 0 && !isJson(request)) throw refused('CONTENT_TYPE_UNSUPPORTED');
  return shaped(row.request, readJsonBody(body));
}

/** The id of a genuine verification token: it makes at most one sub-organization, so that a captcha may be shown with it again. */
async function onceIn(request: unknown, call: ProxyCall): Promise<string | undefined> {
  const { verificationToken } = request as { readonly verificationToken?: string };
  if (verificationToken === undefined) return undefined;
  try {
    return (await provedContact(call, verificationToken)).id;
  } catch (error) {
    if (error instanceof RefusedError) return undefined;
    throw error;
  }
}

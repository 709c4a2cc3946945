import * as v from 'valibot';
import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import { browserNames } from '../../contract/browserNames.js';
import { uuid } from '../../contract/fields.js';
import { RefusedError, refused } from '../../contract/refusals.js';
import type { ProxyRow } from '../../contract/row.js';
import { proxyRows } from '../../contract/rows.js';
import type { CheckCaptcha } from '../captcha/checkCaptcha.js';
import { readSettings } from '../configuration/authProxyConfigs.js';
import { isAllowedOrigin, isSerializedOrigin, isWellFormedOrigin } from '../configuration/origin.js';
import type { Connection } from '../coordinator/coordinator.js';
import { refusalOfFailure } from '../failure.js';
import { type AnswerHeaders, answerJson, answerPreflight, answerRefusal } from '../http/answers.js';
import { anyOrigin, noOrigin, noPreflight, oneOrigin, preflightHeaders } from '../http/cors.js';
import { noteNothing } from '../http/note.js';
import { pathOf } from '../http/pathOf.js';
import { isJson, readJsonBody, readRawBody, shaped } from '../http/readBody.js';
import { createRefusalLimit, withoutLimit } from '../limits/refusals.js';
import { createRequestLimit } from '../limits/requests.js';
import { type OpenWork, type RequestWork, unlimitedWork } from '../limits/requestWork.js';
import type { Row } from '../store/schema.js';
import type { Log } from '../tools.js';
import { within } from '../within.js';
import { proxyAnswers } from './handlers.js';
import { provedContact } from './provedContact.js';
import type { AnswerProxy, ProxyCall } from './proxyCall.js';
import { countFailure, noteRefusedLogin, noteRefusedOrigin, noteWhom, whomOf } from './refusedLogin.js';

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
  | 'refusedLogins'
  | 'statistics'
  | 'traceOf'
> & {
  readonly readConfiguration: (configId: string) => Promise<Row<'auth_proxy_configs'> | undefined>;
  readonly checkCaptcha: CheckCaptcha;
  readonly openWork: OpenWork;
  readonly log: Log;
};

/**
 * The auth proxy as a web-standard function, in the order of the specification: origin → configuration → sign with the proxy's
 * own key → forward → answer. A refused origin causes no work, and neither does an address that asks or was refused too often.
 *
 * @see docs/wire.md S1, S5.2
 */
export function createProxy(tools: ProxyTools): (request: Request, connection?: Connection) => Promise<Response> {
  const routes = new Map(
    Object.entries(proxyRows).map(([name, row]) => [row.path, { name: name as keyof typeof proxyRows, row }]),
  );
  const countRequest = createRequestLimit(tools.clock);
  const refusalLimit = createRefusalLimit(tools.clock);
  return async (request, connection = {}) => {
    const { clientAddress = '', bodyBudget, requestId, traceparent, note = noteNothing } = connection;
    const origin = request.headers.get('Origin');
    if (request.method === 'OPTIONS') {
      return answerPreflight(origin !== null && isWellFormedOrigin(origin) ? preflight : noPreflight);
    }
    let cors = noOrigin;
    let work: RequestWork | undefined;
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
      const isAllowed = isAllowedOrigin(origin, settings) || isOfDashboard(origin, configuration, connection);
      if (isAllowed) cors = corsOf(origin, settings);
      // Requests without a known address are not counted. Counted first, refused origins cannot fill the log.
      if (clientAddress !== '') {
        countRequest({ configId: configuration.config_id, clientAddress, limit: settings.requestsPerAddress });
      }
      if (!isAllowed) {
        tools.log('origin refused', { configId: configuration.config_id, origin: (origin ?? 'none').slice(0, 200) });
        // One that could be allowed: whoever helps is told of no other.
        if (origin !== null && isSerializedOrigin(origin) && origin.length <= 200)
          noteRefusedOrigin(tools, { configuration, origin, step: route.row.name, clientAddress });
        throw refused('ORIGIN_NOT_ALLOWED');
      }
      const attend =
        route.row.counted && clientAddress !== ''
          ? refusalLimit({ configId: configuration.config_id, clientAddress, limit: settings.refusalsPerAddress })
          : withoutLimit;
      const answer = await attend(
        async () => {
          const body = await readRawBody(request, bodyBudget);
          if (body.length > 0 && !isJson(request)) throw refused('CONTENT_TYPE_UNSUPPORTED');
          work = await tools.openWork({ ...connection, clientAddress });
          return work.charge(() => shaped(route.row.request, readJsonBody(body)));
        },
        async (shapedRequest) => {
          const browser = browserNames((request.headers.get('User-Agent') ?? '').slice(0, mostUserAgent));
          const from = { clientAddress, browser, requestId, traceparent, note, work: work ?? unlimitedWork };
          const call = { ...tools, configuration, settings, ...from };
          const whom = whomOf(route, shapedRequest, call);
          let noting: Promise<void> | undefined;
          try {
            if (route.row.captcha && settings.captchaEnabled) {
              const token = request.headers.get('X-Captcha-Token');
              await tools.checkCaptcha({ ...call, token, once: await onceIn(shapedRequest, call) });
            }
            if (note !== noteNothing) noting = noteWhom(tools, route.row, whom, call); // now: an answer may come too late
            return await (proxyAnswers[route.name] as AnswerProxy<ProxyRow>)(shapedRequest, call);
          } catch (error) {
            countFailure(call, route.row, error, shapedRequest);
            void noteRefusedLogin(tools, route, error, { whom, call });
            throw error;
          } finally {
            if (noting) await within(noting, mostNotingMs);
          }
        },
      );
      return answerJson(answer, cors);
    } catch (error) {
      return answerRefusal(refusalOfFailure(error, tools.log, note), cors, note);
    } finally {
      work?.end();
    }
  };
}

/** How long an answer that is ready waits for what its line in the log says. */
const mostNotingMs = 50;

/** Characters. Those of known browsers are half as long; a longer header costs no more to read. */
const mostUserAgent = 400;

const preflight = preflightHeaders(['X-Auth-Proxy-Config-ID', 'X-Captcha-Token', 'X-Client-Version']);

async function find(tools: ProxyTools, configId: string): Promise<Row<'auth_proxy_configs'> | undefined> {
  return v.is(uuid, configId) ? tools.readConfiguration(configId) : undefined;
}

const corsOf = (origin: string | null, { allowedOrigins }: AuthProxySettings): AnswerHeaders =>
  allowedOrigins.includes('*') ? anyOrigin : origin === null ? noOrigin : oneOrigin(origin);

/** The page of an organization's operators is on the list of its configuration, at their port. */
const isOfDashboard = (
  origin: string | null,
  { organization_id }: Row<'auth_proxy_configs'>,
  { dashboard }: Connection,
): boolean => dashboard?.origin === origin && dashboard?.organizationId === organization_id;

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

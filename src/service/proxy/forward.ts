import type * as v from 'valibot';
import type { Activity } from '../../contract/activities.records.js';
import { readActivity } from '../../contract/readActivity.js';
import { readRefusal } from '../../contract/readRefusal.js';
import { refused } from '../../contract/refusals.js';
import type { ActivityRow, ActivityVersion, AnswerOf, QueryRow } from '../../contract/row.js';
import { utf8 } from '../../crypto/bytes.js';
import { keyStamper } from '../../stampers/keyStamper.js';
import { openProxyKey } from '../configuration/proxyKey.js';
import type { Forwarded } from '../coordinator/engine/incoming.js';
import type { Note } from '../http/note.js';
import { withSecret } from '../wipe.js';
import type { ProxyCall } from './proxyCall.js';

/**
 * Forwards an activity in the version of that name: stamped by the configuration's own API key, through the coordinator's public
 * API.
 *
 * @throws {RefusedError} what the coordinator refuses
 */
export async function forwardActivity<R extends ActivityRow, Name extends keyof R['versions'] & string>(
  call: ProxyCall,
  row: R,
  name: Name,
  forwarded: { organizationId: string; parameters: ParametersIn<R, Name> },
): Promise<ResultIn<R, Name>> {
  return (await forwardWhole(call, row, name, forwarded)).result;
}

/** {@link forwardActivity}, with what stands beside the parameters, and the App Proofs that were asked for. */
export async function forwardWhole<R extends ActivityRow, Name extends keyof R['versions'] & string>(
  call: ProxyCall,
  row: R,
  name: Name,
  { organizationId, parameters, generateAppProofs }: Forwarding & { parameters: ParametersIn<R, Name> },
  beside: Beside = {},
): Promise<{ result: ResultIn<R, Name>; appProofs: Activity['appProofs'] }> {
  const { type } = row.versions[name] as ActivityVersion;
  const asked = generateAppProofs ? { generateAppProofs } : {};
  const request = { type, timestampMs: String(call.clock()), organizationId, parameters, ...asked };
  const activity = await settled(call, row, request, beside);
  const { result } = readActivity(row, activity);
  // What may be forwarded is allowed at once; an activity that waits has no answer to give.
  if (result === undefined) throw refused('NOT_AUTHORIZED');
  return { result: result as ResultIn<R, Name>, appProofs: generateAppProofs ? activity.appProofs : undefined };
}

type Forwarding = { readonly organizationId: string; readonly generateAppProofs?: boolean | undefined };

/**
 * The same bytes are already being executed: they are sent again until that is over.
 *
 * @throws {RefusedError} PROVIDER_UNREACHABLE where it takes too long
 */
async function settled(call: ProxyCall, row: ActivityRow, request: object, beside: Beside): Promise<Activity> {
  for (let tries = 0; tries < mostTries; tries += 1) {
    const { activity } = (await send(call, row.path, request, beside)) as { activity: Activity };
    if (activity.status !== 'ACTIVITY_STATUS_PENDING') return activity;
    await new Promise((resolve) => setTimeout(resolve, betweenQuestionsMs));
  }
  throw refused('PROVIDER_UNREACHABLE');
}

const betweenQuestionsMs = 250;
/** Fifteen seconds in all: two questions to a provider may take ten. */
const mostTries = 60;

/** What the coordinator gets beside the request. */
type Beside = Omit<Forwarded, 'work'>;

type ParametersIn<R extends ActivityRow, Name extends string> = v.InferInput<R['versions'][Name]['parameters']>;
type ResultIn<R extends ActivityRow, Name extends string> = v.InferOutput<R['versions'][Name]['result']>;

/** Forwards a query. @throws {RefusedError} what the coordinator refuses */
export async function forwardQuery<R extends QueryRow>(call: ProxyCall, row: R, request: object): Promise<AnswerOf<R>> {
  return (await send(call, row.path, request)) as AnswerOf<R>;
}

async function send(call: ProxyCall, path: string, request: object, beside: Beside = {}): Promise<unknown> {
  const body = utf8(JSON.stringify(request));
  const stamp = await stampAsProxy(call, body);
  const { clientAddress, requestId, traceparent } = call;
  const response = await call.coordinator(
    new Request(new URL(path, 'http://coordinator.internal'), {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', [stamp.name]: stamp.value },
      body,
    }),
    { clientAddress, requestId, traceparent, note: unopenedOnly(call.note) },
    { ...beside, work: call.work },
  );
  const answer: unknown = await response.json();
  if (!response.ok) throw readRefusal(response.status, answer, response.headers.get('Retry-After'));
  return answer;
}

/** The coordinator notes the organization itself; the proxy's request names the configuration's organization. */
const unopenedOnly =
  (note: Note): Note =>
  ({ sealError, sealed, activity }) =>
    note({ ...(sealError && { sealError }), ...(sealed && { sealed }), ...(activity && { activity }) });

/** The proxy's API key is opened in memory, for this request only. @see docs/wire.md S5.2 */
async function stampAsProxy({ primitives, proxyKeys, configuration }: ProxyCall, body: Uint8Array<ArrayBuffer>) {
  const { config_id, proxy_public_key, sealed_proxy_key } = configuration;
  const secret = await openProxyKey(proxyKeys, config_id, sealed_proxy_key, primitives.openHpke);
  const key = await withSecret(secret, (opened) => primitives.openSigner(opened, proxy_public_key));
  return keyStamper(key).stamp(body);
}

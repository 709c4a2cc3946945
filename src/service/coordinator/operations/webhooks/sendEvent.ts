import { toHex } from '../../../../crypto/hex.js';
import { DeliveryError } from '../../../delivery/deliveryError.js';
import type { EventMessage, SendEvent } from '../../../delivery/message.js';
import { traceHeaders } from '../../../http/traceparent.js';
import { OutboundError } from '../../../outbound.js';
import type { Row } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';
import { signedByService } from './signingKey.js';

/**
 * Sends events to their endpoints, signed at the time of sending, and records the outcome.
 *
 * An endpoint that answers 2xx has received it. If it cannot be reached or answers 5xx, the event is retried; any other answer is final, and
 * so is an address that the service may not reach.
 *
 * The function it returns throws {@link DeliveryError} WEBHOOK_UNREACHABLE, WEBHOOK_REFUSED.
 *
 * @see docs/wire.md 2.7
 */
export function sendEventTo(tools: Tools): SendEvent {
  return async (event) => {
    const endpoint = await endpointOf(tools, event);
    const headers = await headersOf(tools, event);
    if (!endpoint || !headers) return;
    const answered = await posted(tools, { url: endpoint.url, headers, body: event.body });
    if (answered === 'refused') {
      await note(tools, event, 'FAILED', undefined);
      const message = 'The webhook endpoint leads to no public address.';
      throw new DeliveryError('WEBHOOK_REFUSED', message, { isPermanent: true });
    }
    const status = typeof answered === 'number' ? answered : undefined;
    const outcome = status === undefined || status >= 500 ? 'PENDING' : isTaken(status) ? 'DELIVERED' : 'FAILED';
    await note(tools, event, outcome, status);
    if (outcome === 'DELIVERED') return;
    if (status === undefined) throw new DeliveryError('WEBHOOK_UNREACHABLE', 'The webhook endpoint did not answer.');
    throw new DeliveryError('WEBHOOK_REFUSED', `The webhook endpoint answered ${status} instead of 2xx.`, {
      isPermanent: outcome === 'FAILED',
    });
  };
}

const isTaken = (status: number): boolean => status >= 200 && status < 300;

/** @returns the status of the answer; `undefined` where none came; `refused` where the address is none to be reached, such as an internal one. */
async function posted(
  { outbound }: Pick<Tools, 'outbound'>,
  request: { url: string; headers: Record<string, string>; body: string },
): Promise<number | 'refused' | undefined> {
  try {
    return (await outbound.request({ method: 'POST', ...request })).status;
  } catch (error) {
    if (error instanceof OutboundError) return error.code === 'OUTBOUND_REFUSED' ? 'refused' : undefined;
    throw error;
  }
}

async function headersOf(tools: Tools, event: EventMessage): Promise<Record<string, string> | undefined> {
  const { id, eventType, happenedIn, body } = event;
  const timestampMs = String(tools.clock());
  const signed = await signedByService(tools, (keyId) => `v1.ed25519.${keyId}.${timestampMs}.${id}.${body}`);
  return (
    signed && {
      'Content-Type': 'application/json',
      'User-Agent': 'latchkey',
      'X-Turnkey-Organization-Id': happenedIn,
      'X-Turnkey-Event-Type': eventType,
      'X-Turnkey-Timestamp': timestampMs,
      'X-Turnkey-Webhook-Version': '1',
      'X-Turnkey-Event-Id': id,
      'X-Turnkey-Signature-Key-Id': signed.keyId,
      'X-Turnkey-Signature-Algorithm': 'ed25519',
      'X-Turnkey-Signature-Version': 'v1',
      'X-Turnkey-Signature': toHex(signed.signature),
      ...traceHeaders(event.traceparent),
    }
  );
}

const endpointOf = (
  { store }: Pick<Tools, 'store'>,
  { organizationId, endpointId }: EventMessage,
): Promise<Row<'webhook_endpoints'> | undefined> =>
  store.read((db) =>
    db
      .selectFrom('webhook_endpoints')
      .selectAll()
      .where('organization_id', '=', organizationId)
      .where('endpoint_id', '=', endpointId)
      .executeTakeFirst(),
  );

async function note(
  { store, clock }: Pick<Tools, 'store' | 'clock'>,
  { organizationId, endpointId, id }: EventMessage,
  status: Row<'webhook_deliveries'>['status'],
  responseStatus: number | undefined,
): Promise<void> {
  await store.change((db) =>
    db
      .updateTable('webhook_deliveries')
      .set((row) => ({
        status,
        tries: row('tries', '+', 1),
        response_status: responseStatus ?? null,
        updated_at_ms: clock(),
      }))
      .where('organization_id', '=', organizationId)
      .where('endpoint_id', '=', endpointId)
      .where('event_id', '=', id)
      .execute(),
  );
}

import { useListWebhookDeliveries, useResendWebhookDelivery } from 'latchkey';
import type { WebhookDelivery } from 'latchkey/contract';
import { type ReactElement, useContext, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { OlderNewer } from '../../parts/OlderNewer.js';
import { Outcome } from '../../parts/Outcome.js';
import { ServiceContext } from '../../parts/service.js';
import { Table } from '../../parts/Table.js';
import { timeOf, When } from '../../parts/texts.js';
import { To } from '../../place.js';

const pageSize = 10;

/** What was sent to an endpoint in the last week, newest first, page by page. */
export function Deliveries({ endpointId }: { readonly endpointId: string }): ReactElement {
  const [before, setBefore] = useState<readonly string[]>([]); // the last delivery of each page before this one
  const after = before.at(-1);
  const paginationOptions = { limit: String(pageSize), ...(after !== undefined && { after }) };
  const page = useListWebhookDeliveries({ endpointId, paginationOptions });
  const last = page.data?.webhookDeliveries.at(-1)?.eventId;
  const isFull = page.data?.webhookDeliveries.length === pageSize;
  return (
    <section className="part" aria-labelledby="deliveries">
      <div className="page-title">
        <h3 id="deliveries">Deliveries</h3>
        <button type="button" className="link" disabled={page.isFetching} onClick={() => void page.refetch()}>
          Refresh
        </button>
      </div>
      <Answer of={page}>
        {({ webhookDeliveries }) =>
          webhookDeliveries.length === 0 ? (
            <p className="soft">
              {before.length === 0 ? 'Nothing was sent in the last week.' : 'Nothing older was sent in the last week.'}
            </p>
          ) : (
            <List deliveries={webhookDeliveries} />
          )
        }
      </Answer>
      <OlderNewer before={before} next={isFull ? last : undefined} onChange={setBefore} />
    </section>
  );
}

const states = {
  WEBHOOK_DELIVERY_STATUS_DELIVERED: { name: 'Delivered', look: 'chip good' },
  WEBHOOK_DELIVERY_STATUS_PENDING: { name: 'Waiting', look: 'chip warn' },
  WEBHOOK_DELIVERY_STATUS_FAILED: { name: 'Failed', look: 'chip bad' },
} as const;

function List({ deliveries }: { readonly deliveries: readonly WebhookDelivery[] }): ReactElement {
  const { organizationId: own } = useContext(ServiceContext);
  const resend = useResendWebhookDelivery();
  const { data, error, isPending, mutate } = resend;
  return (
    <>
      <Outcome error={error} />
      {data && <p role="status">It is being sent again. Refresh to see the outcome.</p>}
      <Table columns={['State', 'Answer', 'Tries', 'Time', '']}>
        {deliveries.map(
          ({ eventId, endpointId, activityId, organizationId, status, responseStatus, tries, createdAt }) => (
            <tr key={eventId}>
              <td>
                <span className={states[status].look}>{states[status].name}</span>
              </td>
              <td>{responseStatus ?? (tries > 0 ? 'none' : '')}</td>
              <td>{tries}</td>
              <td>
                <To path={`/activity/${activityId}${organizationId === own ? '' : `?organization=${organizationId}`}`}>
                  <When at={timeOf(createdAt)} />
                </To>
              </td>
              <td>
                <button type="button" disabled={isPending} onClick={() => mutate({ endpointId, eventId })}>
                  Send again
                </button>
              </td>
            </tr>
          ),
        )}
      </Table>
    </>
  );
}

import { useListWebhookEndpoints } from 'latchkey';
import type { ReactElement } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Empty, Part } from '../../parts/Page.js';
import { Table } from '../../parts/Table.js';
import { named } from '../../parts/texts.js';
import { To } from '../../place.js';

/** The servers that hear of activities. @param opened - the one whose sheet is open */
export function Webhooks({ opened }: { readonly opened: string | undefined }): ReactElement {
  const endpoints = useListWebhookEndpoints({});
  return (
    <Part title="Webhooks">
      <Answer of={endpoints}>
        {({ webhookEndpoints }) =>
          webhookEndpoints.length === 0 ? (
            <Empty>
              <p>A webhook tells your server of every activity, signed.</p>
              <To path="/developers/webhooks/new" className="button">
                Add the first webhook
              </To>
            </Empty>
          ) : (
            <Table columns={['Name', 'URL', 'State']}>
              {webhookEndpoints.map(({ endpointId, name, url, isActive }) => (
                <tr key={endpointId} aria-current={endpointId === opened ? 'true' : undefined}>
                  <th scope="row">
                    <To path={`/developers/webhooks/${endpointId}`}>
                      <bdi>{named(name)}</bdi>
                    </To>
                  </th>
                  <td className="long">{url}</td>
                  <td>
                    <Sending isActive={isActive} />
                  </td>
                </tr>
              ))}
            </Table>
          )
        }
      </Answer>
    </Part>
  );
}

/** Whether events are sent. */
export const Sending = ({ isActive }: { readonly isActive: boolean }): ReactElement =>
  isActive ? <span className="chip good">Active</span> : <span className="chip warn">Paused</span>;

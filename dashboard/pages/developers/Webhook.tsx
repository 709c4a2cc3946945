import { useDeleteWebhookEndpoint, useListWebhookEndpoints, useUpdateWebhookEndpoint } from 'latchkey';
import type { WebhookEndpointData } from 'latchkey/contract';
import { type ReactElement, useState } from 'react';
import { Answer } from '../../parts/Answer.js';
import { Ask } from '../../parts/Ask.js';
import { Outcome } from '../../parts/Outcome.js';
import { Sheet } from '../../parts/Sheet.js';
import { Id, named } from '../../parts/texts.js';
import { go, To } from '../../place.js';
import { Deliveries } from './Deliveries.js';
import { Sending } from './Webhooks.js';

/** One webhook endpoint: what it hears of, and what was sent to it. */
export function Webhook({ id }: { readonly id: string }): ReactElement {
  const endpoints = useListWebhookEndpoints({});
  const endpoint = endpoints.data?.webhookEndpoints.find(({ endpointId }) => endpointId === id);
  return (
    <Sheet title={endpoint ? named(endpoint.name) : 'Webhook'} back="/developers">
      <Answer of={endpoints}>
        {() =>
          endpoint ? (
            <>
              <Facts endpoint={endpoint} />
              <Actions endpoint={endpoint} />
              <Deliveries endpointId={id} />
            </>
          ) : (
            <p>
              There is no such webhook. <To path="/developers">Back to the list</To>
            </p>
          )
        }
      </Answer>
    </Sheet>
  );
}

type Of = { readonly endpoint: WebhookEndpointData };

function Facts({ endpoint: { endpointId, url, isActive, subscriptions } }: Of): ReactElement {
  return (
    <dl className="facts">
      <dt>State</dt>
      <dd>
        <Sending isActive={isActive} />
      </dd>
      <dt>URL</dt>
      <dd>{url}</dd>
      <dt>Endpoint id</dt>
      <dd>
        <Id value={endpointId} name="the endpoint id" />
      </dd>
      <dt>Subscriptions</dt>
      <dd>
        {subscriptions.length === 0 && 'All activities'}
        <ul>
          {subscriptions.map(({ eventType, filtersJson, isActive: isOn }) => (
            <li key={`${eventType} ${filtersJson}`}>
              {eventNames[eventType] ?? eventType}
              {!isOn && ' (paused)'}
              {filtersJson !== '' && (
                <>
                  {' '}
                  <code>{filtersJson}</code>
                </>
              )}
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

const eventNames: Readonly<Record<string, string>> = { ACTIVITY_UPDATES: 'Activities' };

function Actions({ endpoint: { endpointId, name, isActive } }: Of): ReactElement {
  const [isAsked, setAsked] = useState(false);
  const update = useUpdateWebhookEndpoint();
  const remove = useDeleteWebhookEndpoint({ onSuccess: () => go('/developers', { replace: true }) });
  const askToDelete = () => {
    remove.reset();
    setAsked(true);
  };
  return (
    <div className="part">
      <div className="actions">
        <button
          type="button"
          disabled={update.isPending}
          onClick={() => update.mutate({ endpointId, isActive: !isActive })}
        >
          {isActive ? 'Pause' : 'Resume'}
        </button>
        <button type="button" className="danger" onClick={askToDelete}>
          Delete
        </button>
      </div>
      <p className="hint">
        {isActive
          ? 'While it is paused nothing is sent, and what happens then is not sent later.'
          : 'Nothing is sent. What happens now is not sent later.'}
      </p>
      <Outcome error={update.error} />
      {isAsked && (
        <Ask
          title={
            <>
              Delete <bdi>{name}</bdi>?
            </>
          }
          action="Delete"
          isBusy={remove.isPending}
          error={remove.error}
          onYes={() => remove.mutate({ endpointId })}
          onNo={() => setAsked(false)}
        >
          <p>Your server will hear of nothing more, and what is still to be sent to it will not be.</p>
        </Ask>
      )}
    </div>
  );
}

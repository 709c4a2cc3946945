import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';

/** Deleted tags on users and private keys, and keys without the address they were created with: a sentence for each. */
export function tagFaults(contents: Contents): string[] {
  const { users, user_tags, tagged_private_keys, private_keys, private_key_addresses, private_key_tags } = contents;
  const tags = new Set(user_tags.map((row) => key(row.organization_id, row.user_tag_id)));
  const keys = new Set(private_keys.map((row) => key(row.organization_id, row.private_key_id)));
  const keyTags = new Set(private_key_tags.map((row) => key(row.organization_id, row.tag_id)));
  const addressed = new Set(private_key_addresses.map((row) => key(row.organization_id, row.private_key_id)));
  return [
    ...[...keys].filter((each) => !addressed.has(each)).map((each) => `a private key without its address: ${each}`),
    ...[...addressed].filter((each) => !keys.has(each)).map((each) => `an address without its private key: ${each}`),
    ...users.flatMap(({ organization_id, user_id, tag_ids }) =>
      (JSON.parse(tag_ids) as string[])
        .filter((id) => !tags.has(key(organization_id, id)))
        .map((id) => `a user with a tag that is not there: ${key(organization_id, user_id, id)}`),
    ),
    ...tagged_private_keys
      .filter(
        (row) =>
          !keys.has(key(row.organization_id, row.private_key_id)) || !keyTags.has(key(row.organization_id, row.tag_id)),
      )
      .map((row) => `a private key's tag without one of both: ${key(row.organization_id, row.private_key_id)}`),
  ];
}

/** Since when an endpoint must get events, in milliseconds since 1970. */
export type SubscribedSince = (endpoint: Row<'webhook_endpoints'>) => number;

/**
 * Every activity that an endpoint subscribes to is sent to it, and waits in the outbox until it is accepted. Within a second of the
 * endpoint's creation the order is not known.
 */
export function eventFaults(contents: Contents, subscribedSince: SubscribedSince): string[] {
  const { webhook_endpoints: endpoints, webhook_deliveries: deliveries, outbox, activities, organizations } = contents;
  const there = new Set(endpoints.map((row) => row.endpoint_id));
  const waiting = outbox.filter(({ channel }) => channel === 'webhook').map((row) => row.message_id);
  const eventIds = deliveries.map((row) => row.event_id);
  const pending = deliveries.filter((row) => row.status === 'PENDING' && there.has(row.endpoint_id));
  const parents = new Map(organizations.map((row) => [row.organization_id, row.parent_id]));
  const delivered = new Set(deliveries.map((row) => key(row.endpoint_id, row.happened_in, row.activity_id)));
  const notDelivered = endpoints.flatMap((endpoint) =>
    activities
      .filter(
        ({ organization_id: at }) => at === endpoint.organization_id || parents.get(at) === endpoint.organization_id,
      )
      .filter(({ updated_at_ms }) => updated_at_ms > subscribedSince(endpoint) + 1000)
      .map((row) => key(endpoint.endpoint_id, row.organization_id, row.activity_id))
      .filter((each) => !delivered.has(each)),
  );
  const recorded = new Set(activities.map((row) => key(row.organization_id, row.activity_id)));
  const unrecorded = deliveries
    .filter(({ happened_in }) => parents.has(happened_in))
    .map((row) => key(row.happened_in, row.activity_id))
    .filter((each) => !recorded.has(each));
  return [
    ...unrecorded.map((each) => `an event of an activity that is not there: ${each}`),
    ...without(
      pending.map((row) => row.event_id),
      waiting,
    ).map((id) => `an event that was not sent, and waits nowhere: ${id}`),
    ...without(waiting, eventIds).map((id) => `an event in the outbox that is for no endpoint: ${id}`),
    ...notDelivered.map((each) => `an activity of which an endpoint got no event: ${each}`),
  ];
}

import type { Kysely } from 'kysely';
import { refused } from '../../../../contract/refusals.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { Tools } from '../../../tools.js';

/** @throws {RefusedError} WEBHOOK_ENDPOINT_NOT_FOUND */
export async function findEndpoint(
  db: Kysely<Tables>,
  organizationId: string,
  endpointId: string,
): Promise<Row<'webhook_endpoints'>> {
  const endpoint = await db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirst();
  if (!endpoint) throw refused('WEBHOOK_ENDPOINT_NOT_FOUND');
  return endpoint;
}

/** Checks an endpoint's URL and name. @throws {RefusedError} WEBHOOK_URL_REFUSED, NAME_TAKEN */
export function checkEndpoint(
  { outbound }: Pick<Tools, 'outbound'>,
  { url, name }: { url: string; name: string },
  others: readonly Row<'webhook_endpoints'>[],
): void {
  if (!outbound.mayReach(url)) throw refused('WEBHOOK_URL_REFUSED');
  if (others.some((other) => other.name === name)) throw refused('NAME_TAKEN', { about: 'webhook endpoint' });
}

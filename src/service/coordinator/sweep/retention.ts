import { utf8 } from '../../../crypto/bytes.js';
import { toHex } from '../../../crypto/hex.js';
import { readSettings } from '../../configuration/authProxyConfigs.js';
import type { Row } from '../../store/schema.js';
import type { RetentionDays, Tools } from '../../tools.js';
import { noVotes } from '../engine/votes/votes.js';

/** Activities that one statement deletes, so that none holds up others for long. */
const batch = 100;
/** Statements for each kind of a configuration in one sweep: 333 activities a second, where there are so many. */
const mostBatches = 200;
/** Configurations that are read at once. */
const page = 100;

const dayMs = 24 * 60 * 60_000;

/**
 * Deletes the contents of expired activities of the auth proxy's user: requests, answers and stamps. Ids, type, status, fingerprint and
 * times stay, so that the same bytes still have no second effect, and a keyed hash of the contact. Activities of people's own keys are
 * kept.
 */
export async function deleteExpiredActivities(tools: Tools): Promise<void> {
  for (let after = ''; ; ) {
    const configurations = await tools.store.read((db) =>
      db
        .selectFrom('auth_proxy_configs')
        .select(['organization_id', 'settings'])
        .where('organization_id', '>', after)
        .orderBy('organization_id')
        .limit(page)
        .execute(),
    );
    for (const configuration of configurations) {
      const { completed, failed } = daysOf(tools, configuration);
      const proxyOrganizationId = configuration.organization_id;
      await deleteOlder(tools, { proxyOrganizationId, status: 'ACTIVITY_STATUS_COMPLETED', days: completed });
      await deleteOlder(tools, { proxyOrganizationId, status: 'ACTIVITY_STATUS_FAILED', days: failed });
    }
    const last = configurations.at(-1);
    if (last === undefined || configurations.length < page) return;
    after = last.organization_id;
  }
}

/** A configuration lengthens the service's own times, and never shortens them. */
function daysOf({ retentionDays }: Tools, configuration: Pick<Row<'auth_proxy_configs'>, 'settings'>): RetentionDays {
  const own = readSettings(configuration).retentionDays;
  return {
    completed: Math.max(retentionDays.completed, own?.completed ?? 1),
    failed: Math.max(retentionDays.failed, own?.failed ?? 1),
  };
}

type Older = { readonly proxyOrganizationId: string; readonly status: string; readonly days: number };

async function deleteOlder(tools: Tools, { proxyOrganizationId, status, days }: Older): Promise<void> {
  const { store, clock } = tools;
  const untilMs = clock() - days * dayMs;
  for (let batches = 0; batches < mostBatches; batches += 1) {
    const expired = await store.read((db) =>
      db
        .selectFrom('activities')
        .select(['organization_id', 'activity_id', 'contact'])
        .where('proxy_organization_id', '=', proxyOrganizationId)
        .where('status', '=', status)
        .where('created_at_ms', '<=', untilMs)
        .orderBy('created_at_ms')
        .limit(batch)
        .execute(),
    );
    if (expired.length === 0) return;
    await deleteContents(tools, proxyOrganizationId, expired);
    if (expired.length < batch) return;
  }
}

type Expired = Pick<Row<'activities'>, 'organization_id' | 'activity_id' | 'contact'>;

async function deleteContents(
  { store, codePepper, primitives }: Tools,
  proxyOrganizationId: string,
  expired: readonly Expired[],
): Promise<void> {
  const hashes = new Map<string, string>();
  for (const { contact } of expired) {
    if (contact === null || hashes.has(contact)) continue;
    hashes.set(
      contact,
      toHex(await primitives.hmacSha256(codePepper, utf8(`contact/${proxyOrganizationId}/${contact}`))),
    );
  }
  await store.change((db) =>
    db
      .updateTable('activities')
      .set((row) => ({
        intent: '{}',
        result: '{}',
        failure: null,
        ...noVotes,
        proxy_organization_id: null,
        contact: [...hashes]
          .reduce(
            (choice, [contact, hash]) => choice.when('contact', '=', contact).then(hash),
            row.case().when('contact', 'is', null).then(row.val<string | null>(null)),
          )
          .end(),
      }))
      .where('proxy_organization_id', '=', proxyOrganizationId)
      .where((row) =>
        row.or(
          expired.map(({ organization_id, activity_id }) =>
            row.and([row('organization_id', '=', organization_id), row('activity_id', '=', activity_id)]),
          ),
        ),
      )
      .execute(),
  );
}

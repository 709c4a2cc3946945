import { refused } from '../../../contract/refusals.js';
import { toBase64 } from '../../../crypto/base64.js';
import { LatchkeyError } from '../../../errors.js';
import { authProxyConfigOf } from '../../configuration/authProxyConfigs.js';
import { type PinnedKeys, pinnedKeys } from '../../configuration/trustKeys.js';
import type { Service } from '../../createService.js';
import { answerJson } from '../../http/answers.js';
import { pathOf } from '../../http/pathOf.js';
import { parentOrganizations } from '../../store/parentOrganizations.js';
import type { Store } from '../../store/store.js';
import type { Fetch } from '../answer.js';
import type { DashboardPlace } from '../environment.js';
import type { DashboardFiles } from './dashboardFiles.js';

/** What the page has to know: `GET /dashboard.json`. Nothing of it is secret. */
export type DashboardConfig = {
  readonly organizationId: string;
  /** `null` as long as the organization has no auth proxy. */
  readonly authProxyConfigId: string | null;
  /** What it pins, and the root of the service's App Proofs, base64 of DER. */
  readonly trust: PinnedKeys & { readonly attestationRoot: string };
};

/**
 * What answers at the dashboard's port: {@link DashboardConfig}, the auth proxy and the coordinator as at the public port, and files. The
 * page's origin is on the list of its organization's configuration here, and only here.
 *
 * @throws {DashboardError} DASHBOARD_ORGANIZATION_UNKNOWN
 */
export async function dashboardFetch(
  { fetch, tools }: Pick<Service, 'fetch' | 'tools'>,
  { url, organizationId: named }: Pick<DashboardPlace, 'url' | 'organizationId'>,
  files: DashboardFiles,
): Promise<Fetch> {
  const { read } = tools.store;
  const organizationId = await ownerOf(tools.store, named);
  const attestationRoot = toBase64(await tools.attestor.root());
  const trust = { ...(await read((db) => pinnedKeys(db, organizationId))), attestationRoot };
  const dashboard = { origin: new URL(url).origin, organizationId };
  return async (request, connection) => {
    const path = pathOf(request.url);
    if (path.startsWith('/v1/') || path.startsWith('/public/v1/')) return fetch(request, { ...connection, dashboard });
    if (path === '/dashboard.json' && request.method === 'GET') {
      const { config_id: authProxyConfigId = null } = (await read((db) => authProxyConfigOf(db, organizationId))) ?? {};
      return answerJson({ organizationId, authProxyConfigId, trust } satisfies DashboardConfig);
    }
    const file = files(request);
    if (!file) throw refused('ROUTE_NOT_FOUND');
    return file;
  };
}

/** The parent organization whose dashboard it is: the one that is named, or the only one. @throws {DashboardError} */
async function ownerOf(store: Pick<Store, 'read'>, named: string | undefined): Promise<string> {
  const ids = (await parentOrganizations(store)).map(({ organization_id }) => organization_id);
  const [only] = ids;
  if (named !== undefined && ids.includes(named)) return named;
  if (named === undefined && only !== undefined && ids.length === 1) return only;
  const message =
    named === undefined
      ? `There are several organizations in the database: name the dashboard's with DASHBOARD_ORGANIZATION_ID (${ids.join(', ')}).`
      : 'DASHBOARD_ORGANIZATION_ID is no top-level organization of the database.';
  throw new DashboardError('DASHBOARD_ORGANIZATION_UNKNOWN', message);
}

/** It is unknown whose dashboard to serve. */
class DashboardError extends LatchkeyError<'DASHBOARD_ORGANIZATION_UNKNOWN'> {}

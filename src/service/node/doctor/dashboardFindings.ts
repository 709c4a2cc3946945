import type { DashboardPlace } from '../environment.js';
import { answerAt } from './answerAt.js';
import { certificateOf } from './certificate.js';
import { codeOf, type Finding, isCertificateFault, right, unknown, wrong } from './finding.js';

/** Where operators log in, and whose dashboard it is, as far as that is set. */
export type DashboardSetup = Pick<DashboardPlace, 'url'> & Partial<Pick<DashboardPlace, 'organizationId'>>;

/**
 * Whether a dashboard answers where operators open it. A dashboard redirects nobody here: what stands before it may lead to a login of
 * its own, where this cannot go.
 */
export async function dashboardFindings(setup: DashboardSetup | undefined): Promise<Finding[]> {
  if (!setup) return [];
  const { organizationId } = setup;
  const url = new URL(setup.url).origin;
  const config = await ask(`${url}/dashboard.json`);
  if ('part' in config) return [config];
  const body = (await config.json().catch(() => undefined)) as
    | { organizationId?: unknown; trust?: unknown }
    | undefined;
  const isDashboard = config.status === 200 && typeof body?.organizationId === 'string' && body.trust !== undefined;
  if (!isDashboard) return [otherFinding(url, config.status)];
  if (organizationId !== undefined && body.organizationId !== organizationId) {
    const says = `The dashboard at ${url} is of another organization than DASHBOARD_ORGANIZATION_ID.`;
    return [wrong('dashboard', says, 'Let each DASHBOARD_URL lead to the latchkey serve that has it.')];
  }
  const page = await ask(`${url}/dashboard`);
  if ('part' in page) return [page];
  if (page.status !== 200) {
    const says = `The service at ${url} answers, and has no page for operators (${page.status}).`;
    return [
      wrong(
        'dashboard',
        says,
        'Start it by latchkey-service, which brings the page; let the proxy pass every path on.',
      ),
    ];
  }
  const found = right('dashboard', `The dashboard answers at ${url}.`);
  return url.startsWith('https:') ? [found, await certificateOf('dashboard', url)] : [found];
}

/** What a place answers, or why it does not. */
async function ask(url: string): Promise<Response | Finding> {
  const { origin } = new URL(url);
  try {
    return await answerAt(url);
  } catch (error) {
    const code = codeOf(error);
    if (isCertificateFault(code))
      return wrong('dashboard', `The certificate of ${origin} is not trusted (${code}).`, 'Renew it, with its chain.');
    if (/REFUSED|RESET|SOCKET/.test(code))
      return wrong('dashboard', `Nothing answers at ${origin} (${code}).`, startIt);
    const says = `Whether a dashboard answers at ${origin} cannot be asked from this machine (${code}).`;
    return unknown('dashboard', says, 'Open it in the browser of an operator; look at its name in the DNS.');
  }
}

/** What answers there instead. */
function otherFinding(url: string, status: number): Finding {
  if ((status >= 300 && status < 400) || status === 401 || status === 403) {
    const says = `Something before the dashboard at ${url} leads elsewhere, or asks for a login of its own (${status}).`;
    return unknown('dashboard', says, 'Open it in the browser of an operator.');
  }
  if ([502, 503, 504].includes(status)) {
    const says = `The proxy at ${url} answers, and the dashboard behind it does not (${status}).`;
    return wrong('dashboard', says, startIt);
  }
  return wrong('dashboard', `What answers at ${url} is no dashboard (${status}).`, startIt);
}

const startIt = 'Start latchkey serve with DASHBOARD=1, and let the proxy pass DASHBOARD_URL on to its DASHBOARD_PORT.';

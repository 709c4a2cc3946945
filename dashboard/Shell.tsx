import { ApprovalsInbox, useApprovals, useLogout, useUser } from 'latchkey';
import { lazy, type ReactElement, Suspense, useContext } from 'react';
import { Mishap } from './parts/Mishap.js';
import { Loading, Page } from './parts/Page.js';
import { ServiceContext } from './parts/service.js';
import { go, type Place, To, usePlace } from './place.js';

/** The pages, by their paths, as the rail lists them. Each is loaded when it is opened. */
const pages = {
  '': { name: 'Home', Show: lazy(() => import('./pages/Home.js')) },
  people: { name: 'People', Show: lazy(() => import('./pages/People.js')) },
  activity: { name: 'Activity', Show: lazy(() => import('./pages/Activity.js')) },
  approvals: { name: 'Approvals', Show: Approvals },
  policies: { name: 'Policies', Show: lazy(() => import('./pages/Policies.js')) },
  login: { name: 'Login', Show: lazy(() => import('./pages/Login.js')) },
  messages: { name: 'Messages', Show: lazy(() => import('./pages/Messages.js')) },
  team: { name: 'Team', Show: lazy(() => import('./pages/Team.js')) },
  developers: { name: 'Developers', Show: lazy(() => import('./pages/Developers.js')) },
} as const;

const isPage = (page: string): page is keyof typeof pages => Object.hasOwn(pages, page);

/** The rail, and the page that one is at. */
export function Shell(): ReactElement {
  const place = usePlace();
  const Show = isPage(place.page) ? pages[place.page].Show : Missing;
  return (
    <div className="shell">
      <a className="skip" href="#page">
        Skip to the page
      </a>
      <Rail at={place.page} />
      <main id="page" tabIndex={-1} key={place.page}>
        <Mishap>
          <Suspense fallback={<Loading />}>
            <Show place={place} />
          </Suspense>
        </Mishap>
      </main>
    </div>
  );
}

function Rail({ at }: { readonly at: string }): ReactElement {
  const { environment } = useContext(ServiceContext);
  const { data: me } = useUser();
  const logout = useLogout();
  const { data: waiting = 0, hasNextPage } = useApprovals({ select: ({ toDecide }) => toDecide.length });
  const badge = waiting === 0 ? '' : hasNextPage ? `${waiting}+` : String(waiting);
  return (
    <header className="rail">
      <p className="mark">
        <img src="/dashboard/icon.svg" alt="" width="24" height="24" /> Latchkey
        {environment === 'development' && <span className="chip warn">Development</span>}
      </p>
      <nav aria-label="Pages">
        <ul>
          {Object.entries(pages).map(([path, { name }]) => (
            <li key={path}>
              <To path={`/${path}`} current={path === at ? 'page' : undefined}>
                {name}
                {path === 'approvals' && badge && <span className="badge">{`${badge} waiting`}</span>}
              </To>
            </li>
          ))}
        </ul>
        <label>
          <span className="unseen">Page</span>
          <select value={isPage(at) ? at : ''} onChange={({ target }) => go(`/${target.value}`)}>
            {Object.entries(pages).map(([path, { name }]) => (
              <option key={path} value={path}>
                {path === 'approvals' && badge ? `${name} (${badge})` : name}
              </option>
            ))}
          </select>
        </label>
      </nav>
      <div className="foot">
        <p>
          <strong>{me?.organizationName ?? ' '}</strong>
          <span>{me?.userName ?? ' '}</span>
        </p>
        <button type="button" onClick={() => logout.mutate({})}>
          Log out
        </button>
      </div>
    </header>
  );
}

function Approvals(): ReactElement {
  return (
    <Page title="Approvals">
      <ApprovalsInbox elevation="flush" messages={approvalWords} />
    </Page>
  );
}

const changedMeanwhile = 'Somebody changed the same meanwhile, and this would undo that. Reject it.';
const approvalWords = {
  problems: {
    POLICY_CHANGED: changedMeanwhile,
    PROXY_CONFIG_CHANGED: changedMeanwhile,
    EMAIL_TEMPLATE_CHANGED: changedMeanwhile,
  },
};

/** An address that leads nowhere. */
function Missing(_: { readonly place: Place }): ReactElement {
  return (
    <Page title="There is no such page">
      <p>
        <To path="/">Go to Home</To>
      </p>
    </Page>
  );
}

import { type MouseEvent, type ReactElement, type ReactNode, useSyncExternalStore } from 'react';

const base = '/dashboard';

/** Where one is: `/dashboard/people/<id>?q=ada` is the page `people`, the rest `[<id>]`, and the search. */
export type Place = { readonly page: string; readonly rest: readonly string[]; readonly search: URLSearchParams };

const moved = new EventTarget();

/** Goes to a path below `/dashboard`, as a link does. */
export function go(path: string, { replace = false } = {}): void {
  if (replace) history.replaceState(null, '', base + path);
  else history.pushState(null, '', base + path);
  moved.dispatchEvent(new Event('moved'));
}

/** Where one is, followed as it changes: by links, and by back and forward. */
export function usePlace(): Place {
  const href = useSyncExternalStore(follow, () => window.location.pathname + window.location.search);
  const { pathname, searchParams } = new URL(href, window.location.origin);
  const [page = '', ...rest] = pathname.slice(base.length).split('/').filter(Boolean).map(decoded);
  return { page, rest, search: searchParams };
}

function follow(listener: () => void): () => void {
  window.addEventListener('popstate', listener);
  moved.addEventListener('moved', listener);
  return () => {
    window.removeEventListener('popstate', listener);
    moved.removeEventListener('moved', listener);
  };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

type ToProps = {
  /** A path below `/dashboard`. */
  readonly path: string;
  readonly children: ReactNode;
  readonly className?: string | undefined;
  readonly current?: 'page' | 'true' | undefined;
  readonly label?: string | undefined;
};

/** A link inside of the dashboard: a real one, so that it opens in a new tab too. */
export function To({ path, children, className, current, label }: ToProps): ReactElement {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go(path);
  };
  return (
    <a href={base + path} className={className} aria-current={current} aria-label={label} onClick={follow}>
      {children}
    </a>
  );
}

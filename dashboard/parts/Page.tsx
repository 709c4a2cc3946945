import { type ReactElement, type ReactNode, useEffect, useRef } from 'react';

type PageProps = {
  readonly title: string;
  /** The one primary action of the page. */
  readonly action?: ReactNode;
  readonly children: ReactNode;
};

/** A page: its title, which gets the focus when one comes to it, and what stands beneath. */
export function Page({ title, action, children }: PageProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitle(title);
  useEffect(() => {
    // Not when the dashboard opens: the reader begins at the top then.
    // Nor from a sheet that one has come to with the page.
    if (document.body.dataset.isOpen && !document.activeElement?.closest('.sheet')) {
      heading.current?.focus({ preventScroll: true });
      window.scrollTo(0, 0);
    }
    document.body.dataset.isOpen = 'true';
  }, []);
  return (
    <>
      <header className="page-title">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {action}
      </header>
      {children}
    </>
  );
}

/** What is shown, by what lies above what: a sheet's title, as long as it is open, is the document's. */
const titles = new Map<'page' | 'sheet', string>();

/** The document's title, until what shows it is gone. */
export function useTitle(title: string, layer: 'page' | 'sheet' = 'page'): void {
  useEffect(() => {
    const show = () => {
      document.title = `${titles.get('sheet') ?? titles.get('page') ?? 'Home'} · Latchkey dashboard`;
    };
    titles.set(layer, title);
    show();
    return () => {
      titles.delete(layer);
      show();
    };
  }, [title, layer]);
}

/** A part of a page, with its own heading. */
export function Part({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** What stands where there is nothing: one sentence, and one thing to do. */
export const Empty = ({ children }: { readonly children: ReactNode }): ReactElement => (
  <div className="empty">{children}</div>
);

/** What stands until an answer is there. */
export const Loading = (): ReactElement => (
  <p className="loading" role="status">
    Loading…
  </p>
);

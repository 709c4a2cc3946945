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
    if (document.body.dataset.isOpen) heading.current?.focus({ preventScroll: true });
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

/** The document's title, until what shows it is gone. */
export function useTitle(title: string): void {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} · Latchkey dashboard`;
    return () => {
      document.title = before;
    };
  }, [title]);
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

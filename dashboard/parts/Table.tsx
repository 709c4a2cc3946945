import type { ReactElement, ReactNode } from 'react';

/** The name of a column; `wide`: of one that narrow pages leave out; an empty one: of buttons. */
type Column = string | { readonly wide: string };

type TableProps = {
  /** The first one names the rows; the last one stands at the end. */
  readonly columns: readonly Column[];
  /** Rows. */
  readonly children: ReactNode;
};

/** A list in rows, in a frame of its own that scrolls where it is wider than the page. */
export function Table({ columns, children }: TableProps): ReactElement {
  return (
    <div className="table">
      <table>
        <thead>
          <tr>{columns.map(headOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headOf(column: Column): ReactElement {
  if (typeof column === 'object')
    return (
      <th key={column.wide} scope="col" className="wide">
        {column.wide}
      </th>
    );
  return (
    <th key={column} scope="col">
      {column || <span className="unseen">Actions</span>}
    </th>
  );
}

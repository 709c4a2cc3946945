import type { ExpressionBuilder, SelectQueryBuilder, StringReference } from 'kysely';
import type { InferOutput } from 'valibot';
import type { pagination } from '../../../contract/fields.js';

/** The requested part of a list: `limit` records `after` an id, or those `before` one; with both, between them. */
export type PageRequest = InferOutput<typeof pagination> | undefined;

/**
 * A list's order: by an id of its records, so that an id is a place in the list, or by another place that they have. Where ids are in the
 * order of time, the least is the oldest.
 */
type ListOrder<Found> = { by: keyof Found & string; from: 'least' | 'greatest' };

/** A requested page, its cursors as places of the list's order. */
export type ListPage =
  | { readonly limit?: string | undefined; readonly after?: Place | undefined; readonly before?: Place | undefined }
  | undefined;
type Place = string | number;

/** One page of a list, in the list's order. */
export async function readPage<DB, Table extends keyof DB, Found>(
  list: SelectQueryBuilder<DB, Table, Found>,
  order: ListOrder<Found>,
  page: ListPage,
): Promise<Found[]> {
  const found = await onePage(list, order, page).execute();
  return isBackwards(page) ? found.reverse() : found;
}

/** The query of one page. It reads away from the cursor: backwards in the list where there is only `before`. */
export function onePage<DB, Table extends keyof DB, Found>(
  list: SelectQueryBuilder<DB, Table, Found>,
  order: ListOrder<Found>,
  page: ListPage,
): SelectQueryBuilder<DB, Table, Found> {
  const [below, above] = order.from === 'least' ? [page?.before, page?.after] : [page?.after, page?.before];
  const id = idOf<DB, Table, Found>(order);
  let found = list;
  if (above !== undefined) found = found.where((columns) => columns(id(columns), '>', above));
  if (below !== undefined) found = found.where((columns) => columns(id(columns), '<', below));
  return firstOf(found, order, page);
}

/** As many as the page holds, of a list that has nothing outside of it. */
export function firstOf<DB, Table extends keyof DB, Found>(
  list: SelectQueryBuilder<DB, Table, Found>,
  order: ListOrder<Found>,
  page: ListPage,
): SelectQueryBuilder<DB, Table, Found> {
  const direction = (order.from === 'least') === isBackwards(page) ? 'desc' : 'asc';
  return list.orderBy(idOf<DB, Table, Found>(order), direction).limit(limitOf(page));
}

const idOf =
  <DB, Table extends keyof DB, Found>({ by }: ListOrder<Found>) =>
  (columns: ExpressionBuilder<DB, Table>) =>
    columns.ref(by as StringReference<DB, Table>).$castTo<Place>();

const isBackwards = (page: ListPage): boolean => page?.before !== undefined && page.after === undefined;

/** The number of records in a page: 1 to 100, default 10. @see docs/wire.md 2.15 */
const limitOf = (page: ListPage): number => Number(page?.limit ?? 10);

import { type Migration, sql } from 'kysely';

/** Finds what waits or failed among the many activities that are completed, of whatever type. */
export function notCompleted(): Migration {
  const index = sql`create index activities_by_not_completed on activities (organization_id, status, activity_id)
    where status <> 'ACTIVITY_STATUS_COMPLETED'`;
  return {
    async up(db) {
      await index.execute(db);
    },
  };
}

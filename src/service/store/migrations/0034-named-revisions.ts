import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../store.js';

/** Deletes the revisions of policies that no vote names, save those of now. From now on a revision is kept with the first vote that names it. */
export function namedRevisions(kind: StoreKind): Migration {
  const [ofActivity, ofVote] =
    kind === 'sqlite'
      ? [sql`json_extract(sole_vote, '$.evaluations.revision')`, sql`json_extract(evaluations, '$.revision')`]
      : [sql`(sole_vote::json -> 'evaluations' ->> 'revision')`, sql`(evaluations::json ->> 'revision')`];
  const unnamed = sql`delete from policy_revisions where revision not in (
    select policies_revision from organizations where policies_revision is not null
    union select ${ofActivity} from activities where sole_vote like '%"evaluations":{"revision":%'
    union select ${ofVote} from votes where evaluations like '{"revision":%')`;
  return {
    async up(db) {
      await unnamed.execute(db);
    },
  };
}

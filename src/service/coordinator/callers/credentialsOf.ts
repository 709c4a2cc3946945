import type { Row } from '../../store/schema.js';
import { statement, type ValueOf } from '../../store/statement.js';

/** A user's credentials of every kind, oldest first. */
export const credentialsOf = statement((db, value: ValueOf<Pick<Row<'credentials'>, 'organization_id' | 'user_id'>>) =>
  db
    .selectFrom('credentials')
    .selectAll()
    .where('organization_id', '=', value('organization_id'))
    .where('user_id', '=', value('user_id'))
    .orderBy('created_at_ms')
    .orderBy('credential_id'),
);

import * as v from 'valibot';
import { uuid } from './fields.js';
import { query } from './row.js';
import { user } from './shapes.js';

/**
 * Who the stamp on the request belongs to. A request that names a parent is answered for the one sub-organization that the key
 * leads to, where the parent does not know the key itself.
 *
 * @throws PUBLIC_KEY_AMBIGUOUS
 * @see Wire facts 2.15 `whoami`
 */
export const whoami = query({
  name: 'whoami',
  request: v.strictObject({ organizationId: uuid }),
  response: v.object({
    organizationId: v.string(),
    organizationName: v.string(),
    userId: v.string(),
    username: v.string(),
  }),
  from: ['organization', 'parent', 'sub-organization'],
  refusals: ['PUBLIC_KEY_AMBIGUOUS'],
});

/**
 * A user with its credentials.
 *
 * @throws USER_NOT_FOUND
 * @see Specification 4.3 `get_user`, 2.2
 */
export const getUser = query({
  name: 'get_user',
  request: v.strictObject({ organizationId: uuid, userId: uuid }),
  response: v.object({ user }),
  refusals: ['USER_NOT_FOUND'],
});

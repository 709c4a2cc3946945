import type { Expiring } from './columns.js';
import type { Tables } from './schema.js';
import { activitiesExpiring } from './tables/activities.js';
import { deliveryExpiring } from './tables/delivery.js';
import { importsExpiring } from './tables/imports.js';
import { invitationsExpiring } from './tables/invitations.js';
import { loginRefusalsExpiring } from './tables/loginRefusals.js';
import { oauthExpiring } from './tables/oauth.js';
import { otpExpiring } from './tables/otp.js';
import { policiesExpiring } from './tables/policies.js';
import { statisticsExpiring } from './tables/statistics.js';
import { webhooksExpiring } from './tables/webhooks.js';

/** Every table whose rows expire; a new one is declared in its area's tables. */
export const expiringTables = [
  ...activitiesExpiring,
  ...deliveryExpiring,
  ...importsExpiring,
  ...invitationsExpiring,
  ...loginRefusalsExpiring,
  ...oauthExpiring,
  ...otpExpiring,
  ...policiesExpiring,
  ...statisticsExpiring,
  ...webhooksExpiring,
] as const satisfies readonly Expiring<keyof Tables>[];

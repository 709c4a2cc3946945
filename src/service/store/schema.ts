import type { Insertable, Selectable } from 'kysely';
import type { ActivitiesTables } from './tables/activities.js';
import type { AuthProxyTables } from './tables/authProxy.js';
import type { ContractsTables } from './tables/contracts.js';
import type { CredentialsTables } from './tables/credentials.js';
import type { DeliveryTables } from './tables/delivery.js';
import type { EmailTemplatesTables } from './tables/emailTemplates.js';
import type { ImportsTables } from './tables/imports.js';
import type { InvitationsTables } from './tables/invitations.js';
import type { LoginRefusalsTables } from './tables/loginRefusals.js';
import type { OauthTables } from './tables/oauth.js';
import type { Oauth2Tables } from './tables/oauth2.js';
import type { OrganizationsTables } from './tables/organizations.js';
import type { OtpTables } from './tables/otp.js';
import type { PoliciesTables } from './tables/policies.js';
import type { PrivateKeysTables } from './tables/privateKeys.js';
import type { ProofsTables } from './tables/proofs.js';
import type { SecretsTables } from './tables/secrets.js';
import type { StatisticsTables } from './tables/statistics.js';
import type { TvcTables } from './tables/tvc.js';
import type { UsersTables } from './tables/users.js';
import type { WalletsTables } from './tables/wallets.js';
import type { WebhooksTables } from './tables/webhooks.js';

/**
 * Every table of the service, area by area. The key of each begins with the organization, so that a distributed engine can shard on
 * it, save those that find an organization and so cannot: `organizations`, `auth_proxy_configs`, and what begins with a `parent_id`.
 *
 * Units and encodings, the same on SQLite and PostgreSQL: `…_id` a UUID as text, `…_at_ms` and `…_until_ms` milliseconds
 * since 1970 as safe integers, flags 0 or 1, JSON as text, `sealed_…` encrypted bytes. Text is compared byte by byte.
 */
export interface Tables
  extends ActivitiesTables,
    AuthProxyTables,
    ContractsTables,
    CredentialsTables,
    DeliveryTables,
    EmailTemplatesTables,
    ImportsTables,
    InvitationsTables,
    LoginRefusalsTables,
    OauthTables,
    Oauth2Tables,
    OrganizationsTables,
    OtpTables,
    PoliciesTables,
    PrivateKeysTables,
    ProofsTables,
    SecretsTables,
    StatisticsTables,
    TvcTables,
    UsersTables,
    WalletsTables,
    WebhooksTables {}

/** A row as it is read: `Row<'users'>`. */
export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;
/** A row as it is written: `NewRow<'users'>`; columns that may be null may be left out. */
export type NewRow<Table extends keyof Tables> = Insertable<Tables[Table]>;

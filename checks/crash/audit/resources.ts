import { recoveryKeyType } from '../../../src/service/coordinator/callers/caller.js';
import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';
import { givenKeyTypes } from './mailedKeys.js';

/** A kind of resource that activities create and delete: its table, and its name in their results. */
type Resource = {
  readonly what: string;
  /** The keys of existing ones: organization, parent resource if there is one, and id. */
  readonly existing: (contents: Contents) => readonly string[];
  /** The ids that an activity of a kind created. */
  readonly created: Readonly<Record<string, (activity: Typed) => readonly string[]>>;
  /** The ids that an activity of a kind deleted, with every resource whose key begins with one of them. */
  readonly deleted?: Readonly<Record<string, (activity: Typed) => readonly string[]>>;
};

/** An activity's intent and result. */
type Typed = { readonly intent: Members; readonly result: Members };
type Members = { readonly [name: string]: unknown };

const text = (value: unknown) => [String(value)];
const texts = (value: unknown) => (value as readonly unknown[]).map(String);

const resources: readonly Resource[] = [
  {
    what: 'user tag',
    existing: ({ user_tags }) => user_tags.map((row) => key(row.organization_id, row.user_tag_id)),
    created: { CREATE_USER_TAG: ({ result }) => text(result.userTagId) },
    deleted: { DELETE_USER_TAGS: ({ result }) => texts(result.userTagIds) },
  },
  {
    what: 'policy',
    existing: ({ policies }) => policies.map((row) => key(row.organization_id, row.policy_id)),
    created: {
      CREATE_POLICY: ({ result }) => text(result.policyId),
      CREATE_POLICIES: ({ result }) => texts(result.policyIds),
    },
    deleted: {
      DELETE_POLICY: ({ result }) => text(result.policyId),
      DELETE_POLICIES: ({ result }) => texts(result.policyIds),
    },
  },
  {
    what: 'private key',
    existing: ({ private_keys }) => private_keys.map((row) => key(row.organization_id, row.private_key_id)),
    created: {
      CREATE_PRIVATE_KEYS: ({ result }) =>
        (result.privateKeys as readonly { privateKeyId: string }[]).map(({ privateKeyId }) => privateKeyId),
      IMPORT_PRIVATE_KEY: ({ result }) => text(result.privateKeyId),
    },
    deleted: { DELETE_PRIVATE_KEYS: ({ result }) => texts(result.privateKeyIds) },
  },
  {
    what: 'private key tag',
    existing: ({ private_key_tags }) => private_key_tags.map((row) => key(row.organization_id, row.tag_id)),
    created: { CREATE_PRIVATE_KEY_TAG: ({ result }) => text(result.privateKeyTagId) },
    deleted: { DELETE_PRIVATE_KEY_TAGS: ({ result }) => texts(result.privateKeyTagIds) },
  },
  {
    what: 'invitation',
    existing: ({ invitations }) => invitations.map((row) => key(row.organization_id, row.invitation_id)),
    created: { CREATE_INVITATIONS: ({ result }) => texts(result.invitationIds) },
  },
  {
    what: 'passkey',
    existing: ({ credentials }) =>
      credentials
        .filter(({ kind }) => kind === 'PASSKEY')
        .map((row) => key(row.organization_id, row.user_id, row.credential_id)),
    created: {
      CREATE_AUTHENTICATORS: ({ intent, result }) =>
        texts(result.authenticatorIds).map((id) => key(String(intent.userId), id)),
      RECOVER_USER: ({ intent, result }) => texts(result.authenticatorId).map((id) => key(String(intent.userId), id)),
    },
    deleted: {
      DELETE_AUTHENTICATORS: ({ intent, result }) =>
        texts(result.authenticatorIds).map((id) => key(String(intent.userId), id)),
      DELETE_USERS: ({ intent }) => texts(intent.userIds),
    },
  },
  {
    what: 'key by mail or code',
    existing: ({ credentials }) =>
      credentials
        .filter(({ credential_type }) => givenKeyTypes.includes(credential_type) && credential_type !== recoveryKeyType)
        .map((row) => key(row.organization_id, row.user_id, row.credential_id)),
    created: {
      EMAIL_AUTH: ({ result }) => [key(String(result.userId), String(result.apiKeyId))],
      OTP_AUTH: ({ result }) => [key(String(result.userId), String(result.apiKeyId))],
    },
  },
  {
    what: 'recovery key',
    existing: ({ credentials }) =>
      credentials
        .filter(({ credential_type }) => credential_type === recoveryKeyType)
        .map((row) => key(row.organization_id, row.user_id)),
    created: { INIT_USER_EMAIL_RECOVERY: ({ result }) => text(result.userId) },
  },
  {
    what: 'OAuth 2.0 credential',
    existing: ({ oauth2_credentials }) => oauth2_credentials.map((row) => key(row.organization_id, row.credential_id)),
    created: { CREATE_OAUTH2_CREDENTIAL: ({ result }) => text(result.oauth2CredentialId) },
    deleted: { DELETE_OAUTH2_CREDENTIAL: ({ result }) => text(result.oauth2CredentialId) },
  },
  {
    what: 'TVC app',
    existing: ({ tvc_apps }) => tvc_apps.map((row) => key(row.organization_id, row.app_id)),
    created: { CREATE_TVC_APP: ({ result }) => text(result.appId) },
    deleted: { DELETE_TVC_APP_AND_DEPLOYMENTS: ({ result }) => text(result.appId) },
  },
  {
    what: 'TVC deployment',
    existing: ({ tvc_deployments }) =>
      tvc_deployments.map((row) => key(row.organization_id, row.app_id, row.deployment_id, row.manifest_id)),
    created: {
      CREATE_TVC_DEPLOYMENT: ({ intent, result }) => [
        key(String(intent.appId), String(result.deploymentId), String(result.manifestId)),
      ],
    },
    deleted: { DELETE_TVC_APP_AND_DEPLOYMENTS: ({ result }) => text(result.appId) },
  },
  {
    what: 'webhook endpoint',
    existing: ({ webhook_endpoints }) => webhook_endpoints.map((row) => key(row.organization_id, row.endpoint_id)),
    created: { CREATE_WEBHOOK_ENDPOINT: ({ result }) => text(result.endpointId) },
    deleted: { DELETE_WEBHOOK_ENDPOINT: ({ result }) => text(result.endpointId) },
  },
];

/** Compares what activities created and did not delete with what exists. @returns a sentence for each deviation. */
export function resourceFaults(contents: Contents): string[] {
  const completed = contents.activities.filter(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');
  const deletedWhole = new Set(deletedOrganizations(completed));
  return resources.flatMap(({ what, existing, created, deleted = {} }) => {
    const idsBy = (table: Resource['created']) =>
      completed.flatMap((activity) => {
        const names = table[activity.kind]?.(typed(activity)) ?? [];
        return deletedWhole.has(activity.organization_id)
          ? []
          : names.map((name) => key(activity.organization_id, name));
      });
    const deletedIds = idsBy(deleted);
    const expected = idsBy(created).filter(
      (each) => !deletedIds.some((id) => each === id || each.startsWith(`${id}/`)),
    );
    const found = existing(contents);
    return [
      ...without(found, expected).map((each) => `a ${what} that no activity made, or that was deleted: ${each}`),
      ...without(expected, found).map((each) => `an activity made a ${what} that is not there: ${each}`),
    ];
  });
}

/** The ids of the deleted sub-organizations, from their parents' records. */
export const deletedOrganizations = (activities: readonly Row<'activities'>[]): string[] =>
  activities
    .filter(({ kind, status }) => kind === 'DELETE_SUB_ORGANIZATION' && status === 'ACTIVITY_STATUS_COMPLETED')
    .map((activity) => String(typed(activity).result.subOrganizationUuid));

/** The intent and result, each the value of the only member. */
const typed = ({ intent, result }: Row<'activities'>): Typed => ({
  intent: onlyMember(intent),
  result: onlyMember(result),
});

const onlyMember = (json: string): Members => (Object.values(JSON.parse(json) as object)[0] ?? {}) as Members;

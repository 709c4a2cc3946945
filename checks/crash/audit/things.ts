import { recoveryKeyType } from '../../../src/service/coordinator/caller/recoveryKey.js';
import type { Row } from '../../../src/service/store/schema.js';
import type { Contents } from './contents.js';
import { key, without } from './keys.js';
import { givenKeyTypes } from './mailedKeys.js';

/** A kind of resource that activities create and delete: its table, and its name in their results. */
type Thing = {
  readonly what: string;
  /** The key: the organization, and the parent resource if there is one. */
  readonly there: (contents: Contents) => readonly string[];
  readonly made: Readonly<Record<string, (typed: Said) => readonly string[]>>;
  /** The keys of resources that are deleted with it begin with this. */
  readonly ended?: Readonly<Record<string, (typed: Said) => readonly string[]>>;
};

/** An activity's intent and result. */
type Said = { readonly intent: Members; readonly result: Members };
type Members = { readonly [name: string]: unknown };

const text = (value: unknown) => [String(value)];
const texts = (value: unknown) => (value as readonly unknown[]).map(String);

const things: readonly Thing[] = [
  {
    what: 'user tag',
    there: ({ user_tags }) => user_tags.map((row) => key(row.organization_id, row.user_tag_id)),
    made: { CREATE_USER_TAG: ({ result }) => text(result.userTagId) },
    ended: { DELETE_USER_TAGS: ({ result }) => texts(result.userTagIds) },
  },
  {
    what: 'policy',
    there: ({ policies }) => policies.map((row) => key(row.organization_id, row.policy_id)),
    made: {
      CREATE_POLICY: ({ result }) => text(result.policyId),
      CREATE_POLICIES: ({ result }) => texts(result.policyIds),
    },
    ended: {
      DELETE_POLICY: ({ result }) => text(result.policyId),
      DELETE_POLICIES: ({ result }) => texts(result.policyIds),
    },
  },
  {
    what: 'private key',
    there: ({ private_keys }) => private_keys.map((row) => key(row.organization_id, row.private_key_id)),
    made: {
      CREATE_PRIVATE_KEYS: ({ result }) =>
        (result.privateKeys as readonly { privateKeyId: string }[]).map(({ privateKeyId }) => privateKeyId),
      IMPORT_PRIVATE_KEY: ({ result }) => text(result.privateKeyId),
    },
    ended: { DELETE_PRIVATE_KEYS: ({ result }) => texts(result.privateKeyIds) },
  },
  {
    what: 'private key tag',
    there: ({ private_key_tags }) => private_key_tags.map((row) => key(row.organization_id, row.tag_id)),
    made: { CREATE_PRIVATE_KEY_TAG: ({ result }) => text(result.privateKeyTagId) },
    ended: { DELETE_PRIVATE_KEY_TAGS: ({ result }) => texts(result.privateKeyTagIds) },
  },
  {
    what: 'invitation',
    there: ({ invitations }) => invitations.map((row) => key(row.organization_id, row.invitation_id)),
    made: { CREATE_INVITATIONS: ({ result }) => texts(result.invitationIds) },
  },
  {
    what: 'passkey',
    there: ({ credentials }) =>
      credentials
        .filter(({ kind }) => kind === 'PASSKEY')
        .map((row) => key(row.organization_id, row.user_id, row.credential_id)),
    made: {
      CREATE_AUTHENTICATORS: ({ intent, result }) =>
        texts(result.authenticatorIds).map((id) => key(String(intent.userId), id)),
      RECOVER_USER: ({ intent, result }) => texts(result.authenticatorId).map((id) => key(String(intent.userId), id)),
    },
    ended: {
      DELETE_AUTHENTICATORS: ({ intent, result }) =>
        texts(result.authenticatorIds).map((id) => key(String(intent.userId), id)),
      DELETE_USERS: ({ intent }) => texts(intent.userIds),
    },
  },
  {
    what: 'key by mail or code',
    there: ({ credentials }) =>
      credentials
        .filter(({ credential_type }) => givenKeyTypes.includes(credential_type) && credential_type !== recoveryKeyType)
        .map((row) => key(row.organization_id, row.user_id, row.credential_id)),
    made: {
      EMAIL_AUTH: ({ result }) => [key(String(result.userId), String(result.apiKeyId))],
      OTP_AUTH: ({ result }) => [key(String(result.userId), String(result.apiKeyId))],
    },
  },
  {
    what: 'recovery key',
    there: ({ credentials }) =>
      credentials
        .filter(({ credential_type }) => credential_type === recoveryKeyType)
        .map((row) => key(row.organization_id, row.user_id)),
    made: { INIT_USER_EMAIL_RECOVERY: ({ result }) => text(result.userId) },
  },
  {
    what: 'OAuth 2.0 credential',
    there: ({ oauth2_credentials }) => oauth2_credentials.map((row) => key(row.organization_id, row.credential_id)),
    made: { CREATE_OAUTH2_CREDENTIAL: ({ result }) => text(result.oauth2CredentialId) },
    ended: { DELETE_OAUTH2_CREDENTIAL: ({ result }) => text(result.oauth2CredentialId) },
  },
  {
    what: 'TVC app',
    there: ({ tvc_apps }) => tvc_apps.map((row) => key(row.organization_id, row.app_id)),
    made: { CREATE_TVC_APP: ({ result }) => text(result.appId) },
    ended: { DELETE_TVC_APP_AND_DEPLOYMENTS: ({ result }) => text(result.appId) },
  },
  {
    what: 'TVC deployment',
    there: ({ tvc_deployments }) =>
      tvc_deployments.map((row) => key(row.organization_id, row.app_id, row.deployment_id, row.manifest_id)),
    made: {
      CREATE_TVC_DEPLOYMENT: ({ intent, result }) => [
        key(String(intent.appId), String(result.deploymentId), String(result.manifestId)),
      ],
    },
    ended: { DELETE_TVC_APP_AND_DEPLOYMENTS: ({ result }) => text(result.appId) },
  },
  {
    what: 'webhook endpoint',
    there: ({ webhook_endpoints }) => webhook_endpoints.map((row) => key(row.organization_id, row.endpoint_id)),
    made: { CREATE_WEBHOOK_ENDPOINT: ({ result }) => text(result.endpointId) },
    ended: { DELETE_WEBHOOK_ENDPOINT: ({ result }) => text(result.endpointId) },
  },
];

/** Compares what activities created and did not delete with what exists. @returns a sentence for each deviation. */
export function thingFaults(contents: Contents): string[] {
  const completed = contents.activities.filter(({ status }) => status === 'ACTIVITY_STATUS_COMPLETED');
  const gone = new Set(deletedOrganizations(completed));
  return things.flatMap(({ what, there, made, ended = {} }) => {
    const named = (table: Thing['made']) =>
      completed.flatMap((activity) => {
        const names = table[activity.kind]?.(typed(activity)) ?? [];
        return gone.has(activity.organization_id) ? [] : names.map((name) => key(activity.organization_id, name));
      });
    const over = named(ended);
    const expected = named(made).filter((each) => !over.some((end) => each === end || each.startsWith(`${end}/`)));
    const found = there(contents);
    return [
      ...without(found, expected).map((each) => `a ${what} that no activity made, or that was ended: ${each}`),
      ...without(expected, found).map((each) => `an activity made a ${what} that is not there: ${each}`),
    ];
  });
}

/** The ids of the deleted sub-organizations, from their parents' records. */
export const deletedOrganizations = (activities: readonly Row<'activities'>[]): string[] =>
  activities
    .filter(({ kind, status }) => kind === 'DELETE_SUB_ORGANIZATION' && status === 'ACTIVITY_STATUS_COMPLETED')
    .map((activity) => String(typed(activity).result.subOrganizationUuid));

/** The typed intent and result, each the value of an only member. */
const typed = ({ intent, result }: Row<'activities'>): Said => ({
  intent: onlyMember(intent),
  result: onlyMember(result),
});

const onlyMember = (json: string): Members => (Object.values(JSON.parse(json) as object)[0] ?? {}) as Members;

import type * as v from 'valibot';
import { expect } from 'vitest';
import { type ActivityRow, newestOf, type ProxyRow, type QueryRow } from '../../src/contract/row.js';
import { activityRows, proxyRows, queryRows } from '../../src/contract/rows.js';
import { ownPaths, ownRows } from '../support/ownRows.js';
import { sharedJson, testShared } from '../support/publishedVectors.js';
import { membersOf } from './members.js';

type Schema = {
  $ref?: string;
  enum?: string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
};
type Swagger = {
  paths: Record<string, { post: { parameters: { schema: Schema }[]; responses: Record<string, { schema: Schema }> } }>;
  definitions: Record<string, Schema>;
};

const publicApi = sharedJson<Swagger>('vectors/tkhq/public_api.swagger.json');
const proxyApi = sharedJson<Swagger>('vectors/tkhq/auth_proxy.swagger.json');

/**
 * The specification's activity has the time of its request; the published one does not. Members of our own: the login that made a key,
 * which contacts were proved, the language of a mail, a policy's revision, which part of it decided, and the state of a deployment that
 * nothing starts. @see docs/wire.md S2.1
 */
const onPurpose = [
  'get_activity.activity.timestampMs is unknown there',
  'get_activity.activity.votes.user.apiKeys.loginId is unknown there',
  'get_api_key.apiKey.loginId is unknown there',
  'get_api_keys.apiKeys.loginId is unknown there',
  'get_user.user.apiKeys.loginId is unknown there',
  'get_user.verifiedContacts is unknown there',
  'list_activities.activities.timestampMs is unknown there',
  'list_activities.activities.votes.user.apiKeys.loginId is unknown there',
  'get_app_status.appStatus.deployments.status is unknown there',
  'get_tvc_deployment.tvcDeployment.status is unknown there',
  'list_tvc_app_deployments.tvcDeployments.status is unknown there',
  'list_users.users.apiKeys.loginId is unknown there',
  'get_policy.policy.revision is unknown there',
  'list_policies.policies.revision is unknown there',
  'get_policy_evaluations.policyEvaluations.policyEvaluations.deciding is unknown there',
  'get_policy_evaluations.policyEvaluations.policyEvaluations.policyRevision is unknown there',
  'get_policy_evaluations.policyTexts is unknown there',
];
const askedOnPurpose = [
  'ACTIVITY_TYPE_EMAIL_AUTH_V3.language is unknown there',
  'ACTIVITY_TYPE_EMAIL_AUTH_V2.language is unknown there',
  'ACTIVITY_TYPE_EMAIL_AUTH.language is unknown there',
  'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY_V2.language is unknown there',
  'ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY.language is unknown there',
  'ACTIVITY_TYPE_INIT_OTP_V3.language is unknown there',
  'ACTIVITY_TYPE_INIT_OTP_V2.language is unknown there',
  'ACTIVITY_TYPE_INIT_OTP_AUTH_V3.language is unknown there',
  'ACTIVITY_TYPE_INIT_OTP_AUTH_V2.language is unknown there',
  'ACTIVITY_TYPE_INIT_OTP_AUTH.language is unknown there',
  'ACTIVITY_TYPE_UPDATE_POLICY_V2.expectedRevision is unknown there',
  'ACTIVITY_TYPE_DELETE_POLICY.expectedRevision is unknown there',
];

const askedOfQueriesOnPurpose = [
  'list_activities.filterBySubmitter is unknown there',
  'list_activities.filterByFingerprint is unknown there',
];

const follow = (swagger: Swagger, schema: Schema): Schema =>
  schema.$ref ? follow(swagger, swagger.definitions[schema.$ref.replace('#/definitions/', '')] ?? {}) : schema;

/** The differences between our schema and the published one in the names of members, and in which ones are required. */
function differences(swagger: Swagger, ourSchema: v.GenericSchema, published: Schema, path: string): string[] {
  const theirs = follow(swagger, published);
  const properties = theirs.properties ?? {};
  const required = new Set(theirs.required ?? []);
  const members = membersOf(ourSchema);
  const names = new Set(members.map(({ name }) => name));
  return [
    ...[...required]
      .filter((name) => !names.has(name))
      .map((name) => `${path}.${name} is required there, and unknown here`),
    ...members.flatMap(({ name, inner, isRequired }) => {
      const at = `${path}.${name}`;
      const property = properties[name];
      if (!property) return [`${at} is unknown there`];
      if (isRequired && !required.has(name)) return [`${at} is required here only`];
      if (membersOf(inner).length === 0) return [];
      const list = follow(swagger, property);
      return differences(swagger, inner, list.items ?? list, at);
    }),
  ];
}

const requestOf = (swagger: Swagger, path: string): Schema => {
  const schema = swagger.paths[path]?.post.parameters[0]?.schema;
  if (!schema) throw new Error(`${path} is not published`);
  return schema;
};

testShared(
  publicApi,
  'the parameters of every activity have the published names, and ask for no member that is optional there',
  (swagger) => {
    const found = Object.values<ActivityRow>(activityRows)
      .filter(({ name }) => !ownRows.includes(name))
      .flatMap((row) =>
        Object.values(row.versions).flatMap((version) => {
          const name = `v1${version.intentKey.replace(/^./, (letter) => letter.toUpperCase())}`;
          const published = swagger.definitions[name];
          if (!published) return [`${name} is not published`];
          return differences(swagger, version.parameters, published, version.type);
        }),
      );
    expect(found).toEqual(askedOnPurpose);
  },
);

testShared(
  publicApi,
  'every activity is published at its path, with its newest type here or a newer one there',
  (swagger) => {
    for (const row of Object.values<ActivityRow>(activityRows)) {
      if ([...ownRows, ...ownPaths].includes(row.name)) continue;
      const request = follow(swagger, requestOf(swagger, row.path));
      expect(request.required, row.name).toEqual(['type', 'timestampMs', 'organizationId', 'parameters']);
      const newest = request.properties?.type?.enum?.[0] ?? '';
      expect(newest.replace(/_V\d+$/, ''), row.name).toBe(newestOf(row).type.replace(/_V\d+$/, ''));
      const results = swagger.definitions.v1Result?.properties ?? {};
      const intents = swagger.definitions.v1Intent?.properties ?? {};
      for (const { intentKey, resultKey } of Object.values(row.versions)) {
        expect(Object.keys(intents), row.name).toContain(intentKey);
        if (resultKey) expect(Object.keys(results), row.name).toContain(resultKey);
      }
    }
  },
);

testShared(publicApi, 'the requests of every query have the published names', (swagger) => {
  const found = Object.values<QueryRow>(queryRows)
    .filter(({ name }) => !ownRows.includes(name))
    .flatMap((row) => differences(swagger, row.request, requestOf(swagger, row.path), row.name));
  expect(found).toEqual(askedOfQueriesOnPurpose);
});

testShared(proxyApi, 'the requests of every call of the auth proxy have the published names', (swagger) => {
  const found = Object.values<ProxyRow>(proxyRows).flatMap((row) =>
    differences(swagger, row.request, requestOf(swagger, row.path), row.name),
  );
  // Our own members, which the kit sends only to services that support them.
  const ours = [
    ...['otp_init', 'otp_init_v2'].flatMap((call) => [`${call}.deviceToken`, `${call}.language`]),
    ...['signup', 'signup_v2'].map((call) => `${call}.generateAppProofs`),
  ];
  expect(found.sort()).toEqual(ours.map((member) => `${member} is unknown there`).sort());
});

testShared(publicApi, 'the answers of every query have the published names', (swagger) => {
  const found = Object.values<QueryRow>(queryRows)
    .filter(({ name }) => !ownRows.includes(name))
    .flatMap((row) => {
      const published = swagger.paths[row.path]?.post.responses['200']?.schema ?? {};
      return differences(swagger, row.response, published, row.name).filter((text) => !/required here only/.test(text));
    });
  expect(found.sort()).toEqual([...onPurpose].sort());
});

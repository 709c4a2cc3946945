import { type Migration, sql } from 'kysely';
import type { StoreKind } from '../columns.js';
import { dialects } from './dialects.js';

/** TVC apps, who operates them, their deployments and what the operators say of those. */
export function tvc(kind: StoreKind): Migration {
  const { text, integer, bigint, strict } = dialects[kind];
  const tables = [
    sql`create table tvc_operators (
      organization_id ${text} not null,
      operator_id ${text} not null,
      operator_name ${text} not null,
      public_key ${text} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, operator_id)
    ) ${strict}`,
    sql`create table tvc_operator_sets (
      organization_id ${text} not null,
      set_id ${text} not null,
      set_name ${text} not null,
      threshold ${integer} not null,
      operator_ids ${text} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, set_id)
    ) ${strict}`,
    sql`create table tvc_apps (
      organization_id ${text} not null,
      app_id ${text} not null,
      app_name ${text} not null,
      quorum_public_key ${text} not null,
      manifest_set_id ${text} not null,
      share_set_id ${text} not null,
      enable_egress ${integer} not null,
      enable_debug ${integer} not null,
      live_deployment_id ${text},
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, app_id),
      unique (organization_id, app_name)
    ) ${strict}`,
    sql`create table tvc_deployments (
      organization_id ${text} not null,
      deployment_id ${text} not null,
      app_id ${text} not null,
      manifest_id ${text} not null,
      manifest ${text} not null,
      qos_version ${text} not null,
      container ${text} not null,
      replicas ${integer} not null,
      debug_mode ${integer} not null,
      is_deleted ${integer} not null,
      created_at_ms ${bigint} not null,
      updated_at_ms ${bigint} not null,
      primary key (organization_id, deployment_id),
      unique (organization_id, manifest_id)
    ) ${strict}`,
    sql`create index tvc_deployments_by_app on tvc_deployments (organization_id, app_id, deployment_id)`,
    sql`create table tvc_approvals (
      organization_id ${text} not null,
      manifest_id ${text} not null,
      operator_id ${text} not null,
      approval_id ${text} not null,
      signature ${text} not null,
      created_at_ms ${bigint} not null,
      primary key (organization_id, manifest_id, operator_id)
    ) ${strict}`,
  ];
  // As for the first tables: few organizations, each with much.
  const fewEach = ['tvc_operators', 'tvc_operator_sets', 'tvc_apps', 'tvc_deployments', 'tvc_approvals'].map(
    (table) => sql`alter table ${sql.table(table)} alter column organization_id set (n_distinct = 10)`,
  );
  return {
    async up(db) {
      for (const statement of kind === 'postgres' ? [...tables, ...fewEach] : tables) await statement.execute(db);
    },
  };
}

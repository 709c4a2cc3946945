import type { Flag } from '../columns.js';
import type { Migrations } from '../migration.js';

/** The tables of this area. */
export interface TvcTables {
  tvc_operators: TvcOperatorsTable;
  tvc_operator_sets: TvcOperatorSetsTable;
  tvc_apps: TvcAppsTable;
  tvc_deployments: TvcDeploymentsTable;
  tvc_approvals: TvcApprovalsTable;
}

export const tvcMigrations: Migrations = {};

interface TvcOperatorsTable {
  organization_id: string;
  operator_id: string;
  operator_name: string;
  /** 130 bytes in lowercase hex: the encryption key, and the signing key. */
  public_key: string;
  created_at_ms: number;
}

interface TvcOperatorSetsTable {
  organization_id: string;
  set_id: string;
  set_name: string;
  threshold: number;
  /** JSON: their ids. */
  operator_ids: string;
  created_at_ms: number;
}

interface TvcAppsTable {
  organization_id: string;
  app_id: string;
  app_name: string;
  quorum_public_key: string;
  manifest_set_id: string;
  share_set_id: string;
  enable_egress: Flag;
  enable_debug: Flag;
  live_deployment_id: string | null;
  created_at_ms: number;
  updated_at_ms: number;
}

interface TvcDeploymentsTable {
  organization_id: string;
  deployment_id: string;
  app_id: string;
  manifest_id: string;
  /** JSON, as the operators sign it. */
  manifest: string;
  qos_version: string;
  /** JSON of the wire's pivotContainer. */
  container: string;
  replicas: number;
  debug_mode: Flag;
  is_deleted: Flag;
  created_at_ms: number;
  updated_at_ms: number;
}

interface TvcApprovalsTable {
  organization_id: string;
  manifest_id: string;
  operator_id: string;
  approval_id: string;
  /** Raw r ‖ s, 128 lowercase hex characters. */
  signature: string;
  created_at_ms: number;
}

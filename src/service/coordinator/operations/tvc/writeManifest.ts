import type { CreateTvcDeploymentParameters } from '../../../../contract/tvcDeployments.js';
import type { Row } from '../../../store/schema.js';
import type { AppSets, OperatorSet } from '../../records/tvc.js';

type Described = AppSets & {
  readonly app: Row<'tvc_apps'>;
  readonly nonce: number;
  readonly parameters: CreateTvcDeploymentParameters;
};

/**
 * The manifest of a deployment: what is to run, under which key, and who may approve it. Members are sorted and numbers are texts, as
 * the hosted service's second version has them. It measures no enclave, since none is booted.
 *
 * @see docs/wire.md 6, manifest
 */
export function writeManifest({ app, manifestSet, shareSet, nonce, parameters }: Described): string {
  return sortedJson({
    enclave: { qosCommit: parameters.qosVersion },
    manifestSet: membersOf(manifestSet),
    namespace: { name: `tvc/${app.app_id}`, nonce: String(nonce), quorumKey: app.quorum_public_key },
    pivot: {
      args: parameters.pivotArgs,
      debugMode: parameters.debugMode ?? false,
      hash: parameters.expectedPivotDigest,
      image: parameters.pivotContainerImageUrl,
      path: parameters.pivotPath,
    },
    shareSet: membersOf(shareSet),
    version: '2',
  });
}

const membersOf = ({ threshold, operators }: OperatorSet) => ({
  members: operators.map(({ operator_name, public_key }) => ({ alias: operator_name, pubKey: public_key })),
  threshold: String(threshold),
});

/** JSON without spaces, with members sorted by name. */
function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join()}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${sortedJson(member)}`).join()}}`;
}

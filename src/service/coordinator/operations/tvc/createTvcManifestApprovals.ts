import { refused } from '../../../../contract/refusals.js';
import type { createTvcManifestApprovals } from '../../../../contract/tvcDeployments.js';
import { utf8 } from '../../../../crypto/bytes.js';
import { sha256 } from '../../../../crypto/digest.js';
import { fromHex } from '../../../../crypto/hex.js';
import { compressPoint } from '../../../../crypto/p256.js';
import type { ActivityHandler } from '../../engine/handler.js';
import { done } from '../../engine/outcome.js';
import { findApp, findSet } from '../../records/tvc.js';

/** Keeps all the approvals, or none. One that an operator gives again takes the place of the earlier one. */
export const createTvcManifestApprovalsHandler: ActivityHandler<typeof createTvcManifestApprovals> = {
  async execute({ parameters: { manifestId, approvals } }, { tools, transaction, organization, nowMs }) {
    const { organization_id } = organization;
    const deployment = await transaction
      .selectFrom('tvc_deployments')
      .selectAll()
      .where('organization_id', '=', organization_id)
      .where('manifest_id', '=', manifestId)
      .executeTakeFirst();
    if (!deployment) throw refused('TVC_MANIFEST_NOT_FOUND');
    const app = await findApp(transaction, organization_id, deployment.app_id);
    const { operators } = await findSet(transaction, organization_id, app.manifest_set_id);
    const digest = await sha256(utf8(deployment.manifest));
    const approvalIds: string[] = [];
    for (const { operatorId, signature } of approvals) {
      const operator = operators.find(({ operator_id }) => operator_id === operatorId);
      if (!operator) throw refused('TVC_OPERATOR_NOT_FOUND');
      const signingKey = compressPoint(fromHex(operator.public_key).slice(65));
      if (!(await tools.primitives.verifyP256(signingKey, fromHex(signature), digest))) {
        throw refused('TVC_APPROVAL_INVALID');
      }
      const approval = { approval_id: tools.newTimedId(nowMs), signature, created_at_ms: nowMs };
      await transaction
        .insertInto('tvc_approvals')
        .values({ organization_id, manifest_id: manifestId, operator_id: operatorId, ...approval })
        .onConflict((conflict) =>
          conflict.columns(['organization_id', 'manifest_id', 'operator_id']).doUpdateSet(approval),
        )
        .execute();
      approvalIds.push(approval.approval_id);
    }
    return done({ approvalIds });
  },
};

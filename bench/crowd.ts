/** Parameters of `create_policies` with `count` policies. One lets a member sign with an account; the others are typical ones. */
export function policiesFor(
  { userId, address }: { readonly userId: string; readonly address: string },
  count: number,
): readonly object[] {
  const allowing = {
    policyName: 'Members sign',
    effect: 'EFFECT_ALLOW',
    consensus: `approvers.any(user, user.id == '${userId}')`,
    condition: `activity.kind == 'SIGN_RAW_PAYLOAD' && wallet_account.address == '${address}'`,
  };
  return [allowing, ...Array.from({ length: count - 1 }, (_, index) => policyAbout(index))];
}

/** Typical policies. */
function policyAbout(index: number): object {
  const kinds = [
    {
      consensus: `approvers.filter(user, user.tags.contains('${index}')).count() >= 2`,
      condition: "activity.action == 'SIGN'",
    },
    { condition: `wallet.label == 'Cold ${index}' && activity.params.hash_function == 'HASH_FUNCTION_NO_OP'` },
    {
      consensus: `approvers.any(user, user.id in ['${index}', '${index + 1}'])`,
      time: "CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')",
    },
    { effect: 'EFFECT_DENY', condition: `wallet_account.address == '${index}' || wallet.exported && wallet.imported` },
  ];
  return { policyName: `Policy ${index}`, effect: 'EFFECT_ALLOW', ...kinds[index % kinds.length] };
}

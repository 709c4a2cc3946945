import type { Mutant } from '../mutant.js';

const decide = 'src/service/coordinator/policy/decide.ts';
const judge = 'src/service/coordinator/policy/judge.ts';
const decision = 'src/service/coordinator/engine/admission/decision.ts';
const withoutPolicies = `if (verdict) return { verdict };
  const ruling = await asked.rule();`;

const policies = 'test/service/coordinator/operations/policies.test.ts';
const policyConsensus = 'test/service/coordinator/operations/policyConsensus.test.ts';
const everyActivity = 'test/service/coordinator/engine/everyActivity.test.ts';
const matrix = 'test/service/coordinator/matrix.test.ts';
const rootTargets = 'test/service/coordinator/operations/organizations/rootTargets.test.ts';
const rootLockout = 'test/service/coordinator/policy/rootLockout.test.ts';
const naive = 'test/service/coordinator/policy/naive.test.ts';
const aliasPolicies = 'test/service/coordinator/policy/aliasPolicies.test.ts';
const consensus = 'test/service/coordinator/engine/consensus.test.ts';
const whoMayVote = 'test/service/coordinator/policy/whoMayVote.test.ts';

export const policy: readonly Mutant[] = [
  {
    id: 'deny-dropped',
    file: decide,
    from: "if (ruling.denies) return orConsensus(approvals, 'denied by a policy');",
    to: '',
    breaks: 'A policy that denies wins over one that allows, and over what everybody may.',
    tests: [policies, everyActivity],
  },
  {
    id: 'deny-binds-the-root-quorum',
    file: decide,
    from: withoutPolicies,
    to: `const ruling = await asked.rule();
  const isDenied = !(ruling instanceof RefusedError) && ruling.denies;
  if (verdict && !(isDenied && isRootQuorum(activity.organization, activity.approvals))) return { verdict };`,
    breaks: 'A deny does not bind the root quorum, which could not take it back otherwise.',
    tests: [rootLockout],
  },
  {
    id: 'costs-bind-the-root-quorum',
    file: decide,
    from: withoutPolicies,
    to: `const ruling = await asked.rule();
  const isTooCostly = ruling instanceof RefusedError;
  if (verdict && !(isTooCostly && isRootQuorum(activity.organization, activity.approvals))) return { verdict };`,
    breaks: 'Policies beyond the budget do not keep the root quorum from deciding.',
    tests: [rootLockout, 'test/service/coordinator/policy/costlyPolicies.test.ts'],
  },
  {
    id: 'deny-binds-a-root-login',
    file: decide,
    from: "if (row.right === 'own login' && caller.user.is_root) return 'allow';",
    to: '',
    breaks: "A root member's own login passes a deny: without it nobody could vote the deny away.",
    tests: [rootLockout],
  },
  {
    id: 'every-own-login-passes-a-deny',
    file: decide,
    from: "if (row.right === 'own login' && caller.user.is_root) return 'allow';",
    to: "if (row.right === 'own login') return 'allow';",
    breaks: 'A deny keeps a member below the root quorum from logging in.',
    tests: [everyActivity, policies],
  },
  {
    id: 'quorum-of-one',
    file: decide,
    from: 'rootsOf(approvals) >= root_quorum_threshold;',
    to: 'rootsOf(approvals) >= 1;',
    breaks: 'As many root members must approve as the quorum asks for.',
    tests: [consensus],
  },
  {
    id: 'members-count-as-roots',
    file: decide,
    from: 'new Set(approvals.filter(({ user }) => user.is_root).map(',
    to: 'new Set(approvals.map(',
    breaks: 'Approvals of members below the root quorum do not count toward it.',
    tests: [everyActivity, policies],
  },
  {
    id: 'quorum-counts-approvals',
    file: decide,
    from: 'new Set(approvals.filter(({ user }) => user.is_root).map(({ user: { user_id } }) => user_id)).size;',
    to: 'approvals.filter(({ user }) => user.is_root).length;',
    breaks: 'A root member counts once, however many approvals are theirs.',
    tests: [consensus, policies],
    equivalent:
      'A vote is unique by its user, and who votes now is taken out of the earlier ones: no list has a user twice.',
  },
  {
    id: 'root-quorum-row-by-policy',
    file: decide,
    from: "if (row.right === 'root quorum') return orConsensus(approvals, 'not allowed');",
    to: '',
    breaks: 'What is for the root quorum alone is allowed to nobody by a policy.',
    tests: [everyActivity, policyConsensus],
  },
  {
    id: 'root-members-unprotected',
    file: decision,
    from: "if (row.ofRootMember !== 'root quorum') return false;",
    to: "if (row.ofRootMember === 'root quorum') return false;",
    breaks: "Nobody below the root quorum changes a root member's credentials, contacts or membership (A-67).",
    tests: [rootTargets],
  },
  {
    id: 'only-the-first-user-is-looked-at',
    file: decision,
    from: '...userIds, ...addUserIds',
    to: '...userIds.slice(0, 1), ...addUserIds',
    breaks: 'Of a list of users each is looked at: a root member behind a member is one, too (A-67).',
    tests: [rootTargets],
  },
  {
    id: 'root-members-voted-on-by-members',
    file: decision,
    from: "if (pending.row.right === 'root quorum' || (await isForRootsAlone(db, pending))) return false;",
    to: '',
    breaks: 'On what is for the root quorum alone no policy lets others vote.',
    tests: [whoMayVote],
  },
  {
    id: 'contact-without-token',
    file: decide,
    from: 'return isOwn(activity) && isProved(activity);',
    to: 'return isOwn(activity);',
    breaks: 'A member changes their own contact only with a token that proves it.',
    tests: [everyActivity, 'test/service/coordinator/operations/users/contacts.test.ts'],
  },
  {
    id: 'credentials-of-others',
    file: decide,
    from: "return right === 'own login' || (right === 'own credential' && isOwn(activity));",
    to: "return right === 'own login' || right === 'own credential';",
    breaks: 'A member changes nobody else’s credentials (A-01).',
    tests: ['test/service/coordinator/callers/stamps.test.ts', matrix],
  },
  {
    id: 'recovery-of-others',
    file: decide,
    from: "if (isRecoveryKey(caller)) return isOwn(activity) ? 'allow' : 'not allowed';",
    to: "if (isRecoveryKey(caller)) return 'allow';",
    breaks: 'A recovery key recovers its own user alone.',
    tests: ['test/service/coordinator/operations/mailKeys/recovery.test.ts'],
  },
  {
    id: 'parents-member-logs-people-in',
    file: decide,
    from: "return row.right === 'login' && caller.user.is_root ? 'allow' : 'not allowed';",
    to: "return row.right === 'login' ? 'allow' : 'not allowed';",
    breaks: 'Of a parent only root members log people in.',
    tests: [matrix],
  },
  {
    id: 'proxy-in-every-organization',
    file: decide,
    from: "proxyUser === (fromParent ? 'sub-organizations' : 'own organization');",
    to: "proxyUser !== 'nowhere' || (fromParent && false);",
    breaks: "The auth proxy's key submits each operation only where its row says (T-07).",
    tests: ['test/service/proxy/scope.test.ts'],
  },
  {
    id: 'one-denied-payload-of-many',
    file: judge,
    from: "denies: elements.some((outcomes) => outcomes.includes('OUTCOME_DENY_EXPLICIT')),",
    to: "denies: elements.every((outcomes) => outcomes.includes('OUTCOME_DENY_EXPLICIT')),",
    breaks: 'In a list one denied element denies all.',
    tests: [naive, policies],
  },
  {
    id: 'one-allowed-payload-of-many',
    file: judge,
    from: 'allows: !allowed.includes(false),',
    to: 'allows: allowed.includes(true),',
    breaks: 'In a list every element must be allowed.',
    tests: [naive, policies],
  },
  {
    id: 'an-error-denies-nothing',
    file: judge,
    from: "return isDeny ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_ERROR';",
    to: "return 'OUTCOME_ERROR';",
    breaks: 'A denying policy whose expression fails denies.',
    tests: [naive, policies],
  },
  {
    id: 'consensus-not-asked',
    file: judge,
    from: 'if (condition.answer && consensus.answer) return',
    to: 'if (condition.answer) return',
    breaks: 'A policy allows only with the approvals that its consensus asks for.',
    tests: [naive, policyConsensus],
  },
  {
    id: 'allowed-at-any-time',
    file: judge,
    from: 'if (time.answer === false) {',
    to: 'if (false) {',
    breaks: 'A policy allows only at its time.',
    tests: [naive, policies],
  },
  {
    id: 'voters-of-a-denying-policy',
    file: 'src/service/coordinator/policy/voters.ts',
    from: "policy.effect === 'EFFECT_ALLOW' &&",
    to: '',
    breaks: 'A policy that denies names no voters.',
    tests: [whoMayVote],
  },
  {
    id: 'voters-under-a-negation',
    file: 'src/service/coordinator/policy/namings.ts',
    from: "if (expression.node === 'not') return [];",
    to: '',
    breaks: 'Whom a consensus excludes by `!` is not named as a voter.',
    tests: [whoMayVote],
  },
  {
    id: 'claimed-address-for-policies',
    file: 'src/service/coordinator/policy/subject.ts',
    from: "email: user.email !== null && user.email_verified === 1 ? user.email : '',",
    to: "email: user.email ?? '',",
    breaks: 'Policies see no address that its user has not proved.',
    tests: [whoMayVote],
  },
  {
    id: 'hex-compared-by-case',
    file: 'src/service/coordinator/policy/subject.ts',
    from: 'return isHexText(value) ? value.toLowerCase() : value;',
    to: 'return value;',
    breaks: 'A policy about an address holds however its letters are written.',
    tests: [policies, 'test/service/coordinator/operations/signing.test.ts'],
  },
  {
    id: 'names-given-by-members',
    file: decide,
    from: "return isName ? orConsensus(approvals, 'alias in a policy') : verdict;",
    to: 'return verdict;',
    breaks: 'Nobody below the root quorum gives a name where a policy reads names (A-70).',
    tests: [aliasPolicies],
  },
  {
    id: 'address-of-which-a-policy-reads-a-part',
    file: 'src/service/coordinator/policy/alias.ts',
    from: "part.value !== '' && alias.includes(part.value)",
    to: 'alias === part.value',
    breaks: 'No invited address becomes a name of which a policy reads a part (A-70).',
    tests: [aliasPolicies],
  },
  {
    id: 'login-by-evidence-passes-a-deny',
    file: decision,
    from: 'return tools.work.charge(() => judge(denying, subject).denies);',
    to: 'return tools.work.charge(() => judge(denying, subject).denies && false);',
    breaks: 'A deny keeps a member from logging in by a code, too.',
    tests: ['test/service/coordinator/logins/refusals.test.ts'],
  },
  {
    id: 'deny-binds-a-root-login-by-code',
    file: decision,
    from: 'if (user.is_root) return false;',
    to: '',
    breaks: 'A root member’s login by a code passes a deny (A-72).',
    tests: [rootLockout],
  },
  {
    id: 'deleted-policy-goes-on',
    file: 'src/service/coordinator/operations/policies.ts',
    from: 'await letTextsExpire(transaction, organization.organization_id, policyIds, nowMs);\n  await noteChange(execution);',
    to: 'await letTextsExpire(transaction, organization.organization_id, policyIds, nowMs);',
    breaks: 'A deleted policy is asked no more from the next decision on.',
    tests: [policies],
  },
  {
    id: 'parents-policies-deny-nothing',
    file: decision,
    from: "return { verdict: verdict === 'needs consensus' ? 'not allowed' : verdict, outcomes, revision: null, tooCostly };",
    to: "return { verdict: verdict === 'denied by a policy' ? 'allow' : verdict, outcomes, revision: null, tooCostly };",
    breaks: 'What a parent starts in a sub-organization its own policies may deny.',
    tests: ['test/service/coordinator/operations/mailKeys/emailAuth.test.ts'],
  },
];

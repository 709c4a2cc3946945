import type { RefusalCode } from '../../../src/contract/refusals.js';
import type { ActivityRow, QueryRow } from '../../../src/contract/row.js';

/** The callers. */
export type CallerName =
  | 'root of the parent'
  | 'old session of the parent'
  | 'member of the parent'
  | 'proxy user of the parent'
  | 'session of the sub-organization'
  | 'old session of the sub-organization'
  | 'member of the sub-organization'
  | 'root of a sibling'
  | 'root of another parent'
  | 'unknown key'
  | 'expired key of the sub-organization'
  | 'deleted key of the sub-organization';

/** The organizations that a request names. */
export type PlaceName = 'parent' | 'sub-organization' | 'sibling' | 'another parent' | 'absent';

/** Whether a request is allowed, and if not, why. `own credentials`: allowed if it names the caller. */
export type Verdict =
  | 'in'
  | 'own credentials'
  | Extract<
      RefusalCode,
      | 'NOT_AUTHORIZED'
      | 'PUBLIC_KEY_NOT_FOUND'
      | 'ORGANIZATION_NOT_FOUND'
      | 'ORGANIZATION_MISMATCH'
      | 'API_KEY_EXPIRED'
      | 'FRESH_LOGIN_REQUIRED'
    >;

/** What each caller may do in each place; what is not named is PUBLIC_KEY_NOT_FOUND, and ORGANIZATION_NOT_FOUND where none is. */
type Rights = Partial<Record<PlaceName, { submit: Verdict; login: Verdict; query: Verdict }>>;

const everything = { submit: 'in', login: 'in', query: 'in' } as const;
const readsAndOwnCredentials = { submit: 'own credentials', login: 'NOT_AUTHORIZED', query: 'in' } as const;
const expired = { submit: 'API_KEY_EXPIRED', login: 'API_KEY_EXPIRED', query: 'API_KEY_EXPIRED' } as const;
const nobody = {
  submit: 'PUBLIC_KEY_NOT_FOUND',
  login: 'PUBLIC_KEY_NOT_FOUND',
  query: 'PUBLIC_KEY_NOT_FOUND',
} as const;
const nowhere = {
  submit: 'ORGANIZATION_NOT_FOUND',
  login: 'ORGANIZATION_NOT_FOUND',
  query: 'ORGANIZATION_NOT_FOUND',
} as const;
/** A parent's users read its sub-organizations, and submit nothing there but a login, which needs a token. */
const ofParent = { submit: 'ORGANIZATION_MISMATCH' } as const;
const asParentsRoot = { ...ofParent, query: 'in', login: 'in' } as const;
const asParentsMember = { ...ofParent, query: 'in', login: 'NOT_AUTHORIZED' } as const;
const asParentsProxy = { ...ofParent, query: 'NOT_AUTHORIZED', login: 'NOT_AUTHORIZED' } as const;

const rights: Record<CallerName, Rights> = {
  'root of the parent': { parent: everything, 'sub-organization': asParentsRoot, sibling: asParentsRoot },
  'old session of the parent': { parent: everything, 'sub-organization': asParentsRoot, sibling: asParentsRoot },
  'member of the parent': {
    parent: readsAndOwnCredentials,
    'sub-organization': asParentsMember,
    sibling: asParentsMember,
  },
  'proxy user of the parent': {
    parent: { submit: 'NOT_AUTHORIZED', login: 'NOT_AUTHORIZED', query: 'NOT_AUTHORIZED' },
    'sub-organization': asParentsProxy,
    sibling: asParentsProxy,
  },
  'session of the sub-organization': { 'sub-organization': everything },
  'old session of the sub-organization': { 'sub-organization': everything },
  'member of the sub-organization': { 'sub-organization': readsAndOwnCredentials },
  'root of a sibling': { sibling: everything },
  'root of another parent': { 'another parent': everything },
  'unknown key': {},
  'expired key of the sub-organization': { 'sub-organization': expired },
  'deleted key of the sub-organization': {},
};

/** Verdicts on callers who are nobody where they ask. */
export const strangers: readonly Verdict[] = [
  'PUBLIC_KEY_NOT_FOUND',
  'ORGANIZATION_NOT_FOUND',
  'ORGANIZATION_MISMATCH',
];

const atHomeBelowTheParent: readonly CallerName[] = [
  'session of the sub-organization',
  'old session of the sub-organization',
  'member of the sub-organization',
  'root of a sibling',
];

/** Whether a caller is let in, by what the row says. `namesOther`: whether the request names a user who is not the caller. */
export function verdictOf(
  caller: CallerName,
  place: PlaceName,
  row: ActivityRow | QueryRow,
  { namesOther }: { namesOther: boolean },
): Exclude<Verdict, 'own credentials'> {
  const here = rights[caller][place] ?? (place === 'absent' ? nowhere : nobody);
  if (
    caller === 'proxy user of the parent' &&
    here !== nowhere &&
    here !== nobody &&
    row.proxyUser === proxyUserIn(place)
  )
    return 'in';
  if (place === 'parent' && row.from.includes('sub-organization') && atHomeBelowTheParent.includes(caller)) return 'in';
  if (row.kind === 'query') {
    if (row.readers === 'top level' && atHomeBelowTheParent.includes(caller) && here.query === 'in')
      return 'NOT_AUTHORIZED';
    return here.query === 'own credentials' ? 'NOT_AUTHORIZED' : here.query;
  }
  const isOwn = row.fresh === 'except self' && !namesOther;
  const isOld = caller.startsWith('old session of the') && caller.endsWith(place);
  if (isOld && row.fresh !== 'never' && !isOwn) return 'FRESH_LOGIN_REQUIRED';
  const isOfParent = caller.endsWith('of the parent') && place !== 'parent';
  const isByParent = row.right === 'login' || (row.right === 'parent' && isOfParent);
  const verdict: Verdict = isByParent ? here.login : here.submit;
  if (verdict !== 'own credentials') return verdict;
  if (row.right === 'own login') return 'in';
  const isOfOwn = row.right === 'own credential' || row.right === 'own contact';
  return isOfOwn && !namesOther ? 'in' : 'NOT_AUTHORIZED';
}

const proxyUserIn = (place: PlaceName) => (place === 'parent' ? 'own organization' : 'sub-organizations');

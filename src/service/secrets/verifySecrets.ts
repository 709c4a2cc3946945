import { type Bytes, equalBytes } from '../../crypto/bytes.js';
import { LatchkeyError } from '../../errors.js';
import { openProxyKey } from '../configuration/proxyKey.js';
import type { Row } from '../store/schema.js';
import { createSealer, type MasterKey } from '../vault/seal.js';
import { wipe } from '../wipe.js';
import type { GivenMasterKey, GivenSecrets, NamedSecret } from './givenSecrets.js';
import type { KeysInUse, SealedSample } from './keysInUse.js';

type SecretName = Row<'check_values'>['secret'];

/** The secrets of a process, after they have opened what is there. */
export type VerifiedSecrets = Pick<GivenSecrets, 'codePeppers' | 'proxyKeys'> & {
  /** By every id that they answer for; the first seals. */
  readonly masterKeys: readonly [Required<MasterKey>, ...Required<MasterKey>[]];
  /** Those that were in use before this process. */
  readonly known: readonly { readonly secret: SecretName; readonly keyId: string }[];
};

/**
 * Tries the given secrets on a database: each key in use must be among them, and correct. A key whose id is unknown there is new.
 *
 * @throws {SecretsError} SECRETS_UNFIT, naming all that is lacking or wrong
 */
export async function verifySecrets(given: GivenSecrets, inUse: KeysInUse): Promise<VerifiedSecrets> {
  const trials = inUse.kind === 'by name' ? inUse.checkValues.map(trialOf) : trialsOfRows(inUse);
  const tried = await Promise.all(trials.map((trial) => trial(given)));
  const faults = tried.flatMap((outcome) => ('fault' in outcome ? outcome.fault : []));
  if (faults.length > 0) throw new SecretsError(faults);
  const proved = tried.filter((outcome) => 'keyId' in outcome);
  return {
    masterKeys: byEveryId(
      given.masterKeys,
      new Map(proved.flatMap(({ keyId, masterKey }) => (masterKey ? [[keyId, masterKey]] : []))),
    ),
    codePeppers: given.codePeppers,
    proxyKeys: given.proxyKeys,
    known: proved.map(({ secret, keyId }) => ({ secret, keyId })),
  };
}

/** Where the check value of a master key is sealed to: no row of an organization is there. */
export const checkContext = (keyId: string) => ({ organizationId: '', purpose: 'check value', id: keyId });

type Outcome =
  | { readonly fault: string }
  | { readonly secret: SecretName; readonly keyId: string; readonly masterKey?: GivenMasterKey };
type Trial = (given: GivenSecrets) => Promise<Outcome>;

function trialOf({ secret, key_id: keyId, value }: Row<'check_values'>): Trial {
  if (secret === 'master key') {
    return tryMasterKeys({ keyId, context: checkContext(keyId), sealed: value, place: 'its check value' });
  }
  return async ({ codePeppers, proxyKeys }) => {
    const candidates: readonly NamedSecret[] = secret === 'code pepper' ? codePeppers : proxyKeys;
    const isGiven = candidates.some(({ id, checkValue }) => id === keyId && equalBytes(checkValue, value));
    return isGiven ? { secret, keyId } : { fault: lacks(secret, keyId) };
  };
}

function trialsOfRows({ sealed, sealedProxyKey }: KeysInUse & { kind: 'by rows' }): Trial[] {
  return [...sealed.map(tryMasterKeys), ...(sealedProxyKey ? [tryProxyKeys(sealedProxyKey)] : [])];
}

function tryMasterKeys({ keyId, context, sealed, place }: SealedSample): Trial {
  return async ({ masterKeys }) => {
    const candidates = answeringFor(keyId, masterKeys);
    if (candidates.length === 0) return { fault: lacks('master key', keyId) };
    for (const masterKey of candidates) {
      const opened = await openedBy({ id: keyId, key: masterKey.key }, { context, sealed });
      if (opened) return { secret: 'master key', keyId, masterKey };
    }
    const given = candidates.some(({ id }) => id === keyId)
      ? `the key that it gives as ${keyId}`
      : 'the key that it gives';
    return { fault: `${variables['master key']}: ${given} does not open what was sealed under ${keyId} (${place}).` };
  };
}

/** Those of the id; none having it, a key without an id may be what version 0.1 called `1`. */
function answeringFor(keyId: string, masterKeys: readonly GivenMasterKey[]): readonly GivenMasterKey[] {
  const named = masterKeys.filter(({ id }) => id === keyId);
  return named.length > 0 || keyId !== '1' ? named : masterKeys.filter(({ named: by }) => by === 'by itself');
}

async function openedBy(masterKey: MasterKey, { context, sealed }: Pick<SealedSample, 'context' | 'sealed'>) {
  const { open } = await createSealer({ masterKeys: [masterKey], random: (length) => new Uint8Array(length) });
  return open(context, sealed).then(forgotten, () => false);
}

function tryProxyKeys({ configId, sealed }: { configId: string; sealed: Bytes }): Trial {
  return async ({ proxyKeys }) => {
    for (const { id: keyId, opened } of proxyKeys) {
      if (await openProxyKey([opened], configId, sealed).then(forgotten, () => false)) {
        return { secret: 'proxy key', keyId };
      }
    }
    const none = proxyKeys.length > 1 ? 'none of its keys opens' : 'the key that it gives does not open';
    return { fault: `${variables['proxy key']}: ${none} the API key of the configuration ${configId}.` };
  };
}

function forgotten(opened: Bytes): true {
  wipe(opened);
  return true;
}

/** The first seals under its own id, or as `1` where that is the name it has here: a version 0.1 beside this one knows no other. */
function byEveryId(
  given: GivenSecrets['masterKeys'],
  proved: ReadonlyMap<string, GivenMasterKey>,
): VerifiedSecrets['masterKeys'] {
  const [first] = given;
  const is1Here = proved.get('1') === first && !proved.has(first.id);
  const maker = { id: is1Here ? '1' : first.id, key: first.key };
  const others = new Map(given.map(({ id, key }) => [id, key]));
  for (const [id, { key }] of proved) others.set(id, key);
  others.delete(maker.id);
  return [maker, ...[...others].map(([id, key]) => ({ id, key }))];
}

const variables: Record<SecretName, string> = {
  'master key': 'LATCHKEY_MASTER_KEY',
  'code pepper': 'LATCHKEY_CODE_PEPPER',
  'proxy key': 'LATCHKEY_PROXY_KEY',
};

const lacks = (secret: SecretName, keyId: string): string =>
  `${variables[secret]} lacks the ${secret} ${keyId}, which this database is made with.`;

/** The secrets given are not those of this database. `faults`: one sentence for each that is lacking or wrong. */
export class SecretsError extends LatchkeyError<'SECRETS_UNFIT'> {
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    const hint =
      'Give the secrets that it was made with; one that is being replaced stays behind the new one (new,old) until latchkey reseal has run. One that is lost: docs/hosting.md in the repository, “A secret is lost or leaked”.';
    super(
      'SECRETS_UNFIT',
      `These are not the secrets of this database. Nothing was changed in it.\n${faults.map((fault) => `  ${fault}`).join('\n')}\n${hint}`,
    );
    this.faults = faults;
  }
}

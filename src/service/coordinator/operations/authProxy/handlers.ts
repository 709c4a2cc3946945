import type { Kysely } from 'kysely';
import type { disableAuthProxy, enableAuthProxy, updateAuthProxyConfig } from '../../../../contract/authProxy.js';
import type { getAuthProxyConfig } from '../../../../contract/authProxy.queries.js';
import type { AuthProxySettings } from '../../../../contract/authProxy.records.js';
import { RefusedError, refused } from '../../../../contract/refusals.js';
import { timestampOf } from '../../../../contract/timestamps.js';
import type { Bytes } from '../../../../crypto/bytes.js';
import { sealTurnstileSecret } from '../../../captcha/secretKey.js';
import { authProxyConfigOf, readSettings } from '../../../configuration/authProxyConfigs.js';
import { changedSettings, checkCaptcha, checkWayIn } from '../../../configuration/authProxySettings.js';
import { readOauth2Apps } from '../../../configuration/oauth2Apps.js';
import type { Row, Tables } from '../../../store/schema.js';
import type { ActivityHandler, AnswerQuery, ParametersOf } from '../../engine/handlers/handler.js';
import { done } from '../../engine/handlers/outcome.js';
import { checkConfiguredTemplates } from '../../messageTemplates/configuredTemplates.js';
import { changedSince, laterTime, refusedAsChanged, revisionOf, withRevisions } from '../../records/revisions.js';
import { enableProxy } from './enableProxy.js';

/** Only a parent organization has an auth proxy. */
const enableAuthProxyHandler: ActivityHandler<typeof enableAuthProxy> = {
  async execute(_asked, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    if (organization.parent_id !== null)
      throw refused('NOT_AUTHORIZED', {
        about: 'a sub-organization has no auth proxy',
        turnkeyErrorCode: 'INVALID_ACTIVITY_CALLER',
      });
    return done(await enableProxy(tools, transaction, organization, nowMs));
  },
};

/** From the next request on the proxy serves nothing. */
const disableAuthProxyHandler: ActivityHandler<typeof disableAuthProxy> = {
  async execute(_asked, execution) {
    const { transaction, organization, nowMs } = execution;
    const config = await configOf(transaction, organization.organization_id);
    await transaction
      .updateTable('auth_proxy_configs')
      .set({ enabled: 0, updated_at_ms: laterTime(config, nowMs) })
      .where('config_id', '=', config.config_id)
      .execute();
    return done({ authProxyConfigId: config.config_id });
  },
};

/** Reads what the transaction will read. The transaction decides: here the configuration may be older than the templates. */
const readAhead = (reading: Promise<void>): Promise<void> =>
  reading.catch((error: unknown) => {
    if (!(error instanceof RefusedError)) throw error;
  });

/** The captcha's secret key, sealed; `null` to remove it, `undefined` where it stays as it is. */
type Prepared = Bytes | null | undefined;

/**
 * Changes all members that are given, or none of them. Templates are read before the transaction, because a large one takes long. A list
 * that allows every origin is logged: it is meant for development.
 */
const updateAuthProxyConfigHandler: ActivityHandler<typeof updateAuthProxyConfig, Prepared> = {
  async checkEvidence({ parameters: { expectedRevision, ...changes }, organization: { organization_id } }, { read }) {
    checkUnchanged(await read((db) => configOf(db, organization_id)), changes, expectedRevision);
  },

  async prepare({ parameters, organization: { organization_id } }, { tools, read }) {
    const { expectedRevision, ...changes } = parameters;
    const config = await read((db) => configOf(db, organization_id));
    checkUnchanged(config, changes, expectedRevision);
    const settings = changedSettings(readSettings(config), changes);
    await readAhead(read((db) => checkConfiguredTemplates(db, organization_id, settings)));
    const { turnstileSecretKey } = changes;
    if (!turnstileSecretKey) return turnstileSecretKey === '' ? null : undefined;
    return sealTurnstileSecret(tools.sealer, config, turnstileSecretKey);
  },

  async execute({ parameters: { expectedRevision, ...changes }, prepared: sealed }, execution) {
    const { tools, transaction, organization, nowMs } = execution;
    const config = await configOf(transaction, organization.organization_id);
    checkUnchanged(config, changes, expectedRevision);
    const before = readSettings(config);
    const settings = changedSettings(before, changes);
    if (config.enabled === 1) checkWayIn(before, settings, readOauth2Apps(config).length > 0);
    const secret = sealed === undefined ? config.sealed_turnstile_secret : sealed;
    checkCaptcha(settings, secret === null ? 'absent' : 'there');
    await checkConfiguredTemplates(transaction, organization.organization_id, settings);
    if (changes.allowedOrigins?.includes('*'))
      tools.log('auth proxy open to every origin', { configId: config.config_id });
    await transaction
      .updateTable('auth_proxy_configs')
      .set({
        settings: JSON.stringify(settings),
        sealed_turnstile_secret: secret,
        ...withRevisions(config, changedNames(before, settings, changes), nowMs),
      })
      .where('config_id', '=', config.config_id)
      .execute();
    return done({ authProxyConfigId: config.config_id });
  },
};

type Changes = Omit<ParametersOf<typeof updateAuthProxyConfig>, 'expectedRevision'>;

/** @throws {RefusedError} PROXY_CONFIG_NOT_FOUND */
async function configOf(db: Kysely<Tables>, organizationId: string): Promise<Row<'auth_proxy_configs'>> {
  const config = await authProxyConfigOf(db, organizationId);
  if (!config) throw refused('PROXY_CONFIG_NOT_FOUND');
  return config;
}

/** @throws {RefusedError} PROXY_CONFIG_CHANGED */
function checkUnchanged(config: Row<'auth_proxy_configs'>, changes: Changes, expected: string | undefined): void {
  const names = changedSince(config, Object.keys(changes), expected);
  if (names.length > 0) throw refusedAsChanged('PROXY_CONFIG_CHANGED', config, { ...readSettings(config) }, names);
}

/** Whether a secret key is another one cannot be seen: each that is given is. */
const changedNames = (before: AuthProxySettings, after: AuthProxySettings, changes: Changes): string[] =>
  Object.keys(changes).filter((name) => {
    const [was, is] = [before, after].map((settings) => JSON.stringify(settings[name as keyof AuthProxySettings]));
    return name === 'turnstileSecretKey' || was !== is;
  });

/** Everything that can be set, and no key. */
const answerGetAuthProxyConfig: AnswerQuery<typeof getAuthProxyConfig> = async ({ organizationId }, { db }) => {
  const config = await configOf(db, organizationId);
  return {
    authProxyConfig: {
      authProxyConfigId: config.config_id,
      enabled: config.enabled === 1,
      ...readSettings(config),
      createdAt: timestampOf(config.created_at_ms),
      updatedAt: timestampOf(config.updated_at_ms),
      revision: revisionOf(config),
      proxyUserId: config.proxy_user_id,
    },
  };
};

export const authProxyHandlers = {
  disableAuthProxy: disableAuthProxyHandler,
  enableAuthProxy: enableAuthProxyHandler,
  updateAuthProxyConfig: updateAuthProxyConfigHandler,
};

export const authProxyAnswers = {
  getAuthProxyConfig: answerGetAuthProxyConfig,
};

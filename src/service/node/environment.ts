import { BlockList, isIP } from 'node:net';
import * as v from 'valibot';
import { canonicalEmail } from '../../contract/contact.js';
import { uuid } from '../../contract/fields.js';
import { readUrl } from '../../contract/readUrl.js';
import { RefusedError } from '../../contract/refusals.js';
import { isPublicUrl } from '../configuration/publicUrl.js';
import { isSmsWebhookUrl, type SmsWebhook } from '../delivery/smsWebhook.js';
import { readSmtpUrl, type SmtpServer } from '../delivery/smtpServer.js';
import type { ServiceSecrets } from '../secrets/givenSecrets.js';
import type { Limits } from './limits.js';
import type { MetricsPlace } from './metrics/startMetrics.js';
import { isInTheClear } from './postgresTls.js';
import {
  type MalformedVariable,
  optional,
  type Reading,
  required,
  settled,
  together,
  type Variables,
} from './reading.js';
import { readDerivations, readLimits, readWorkLimits, type WorkLimits } from './readLimits.js';
import { type RecordSettings, readRecordSettings } from './recordSettings.js';
import { readRootKey, readSecrets } from './secrets.js';

/** Where a service keeps its data: a PostgreSQL server, or a folder with an SQLite file. */
export type StorePlace = { readonly postgresUrl: string; readonly poolSize: number } | { readonly folder: string };

/** Where a server listens. */
export type ListenPlace = {
  /** 0 takes a free one. */
  readonly port: number;
  /** A name or an address; where it is absent, each command has its own default. */
  readonly host?: string | undefined;
};

/** How messages leave. */
export type DeliveryPlaces = {
  readonly smtp?: { readonly server: SmtpServer; readonly from: string } | undefined;
  readonly smsWebhook?: SmsWebhook | undefined;
};

/** What `latchkey init` needs to know. */
export type InitEnvironment = { readonly secrets: ServiceSecrets; readonly store: StorePlace };

/** What `latchkey config` needs to know: the root user's private key, and where the organization is. */
export type ConfigEnvironment = { readonly rootKey: string; readonly dashboardUrl?: string | undefined } & (
  | { readonly url: string; readonly organizationId: string }
  | (InitEnvironment & { readonly organizationId?: string | undefined })
);

/** What `latchkey serve` needs to know. */
export type ServeEnvironment = InitEnvironment & {
  readonly listen: ListenPlace;
  readonly delivery: DeliveryPlaces;
  /** The proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: BlockList;
  readonly limits: Limits;
  /** Overrides the service's default; infinite for no limit. */
  readonly derivationsPerMinute: number | undefined;
  readonly work: WorkLimits;
  /** Where metrics are answered; nowhere by default. */
  readonly metrics?: MetricsPlace | undefined;
  readonly record: RecordSettings;
  /** Where it is reached from outside, for logging in at X and Discord. */
  readonly publicUrl?: string | undefined;
  /** Where operators log in. */
  readonly dashboardUrl?: string | undefined;
  /** Where this process answers their dashboard; nowhere by default. */
  readonly dashboard?: DashboardPlace | undefined;
};

/** Where the dashboard is answered, and whose it is. */
export type DashboardPlace = {
  /** The origin that browsers reach it by. */
  readonly url: string;
  readonly port: number;
  /** Needed where the database has several parent organizations. */
  readonly organizationId?: string | undefined;
};

/** What `latchkey dev` and `npm start` need to know; the rest they make themselves. */
export type DevEnvironment = {
  readonly folder: string;
  readonly listen: ListenPlace;
  readonly delivery: DeliveryPlaces;
};

/** @throws {EnvironmentError} ENVIRONMENT_INVALID */
export function readInitEnvironment(variables: Variables): InitEnvironment {
  return settled(together<InitEnvironment>({ secrets: readSecrets(variables), store: readStore(variables) }));
}

/** @throws {EnvironmentError} ENVIRONMENT_INVALID */
export function readServeEnvironment(variables: Variables): ServeEnvironment {
  return settled(
    together<ServeEnvironment>({
      secrets: readSecrets(variables),
      store: readStore(variables),
      delivery: someDelivery(readDelivery(variables)),
      listen: readListen(variables),
      trustedProxies: readTrustedProxies(variables),
      record: readRecordSettings(variables),
      publicUrl: optional(variables, 'LATCHKEY_PUBLIC_URL', publicUrl),
      dashboardUrl: optional(variables, 'DASHBOARD_URL', dashboardUrl),
      dashboard: readDashboard(variables),
      limits: readLimits(variables),
      derivationsPerMinute: readDerivations(variables),
      work: readWorkLimits(variables),
      metrics: readMetrics(variables),
    }),
  );
}

/** What `latchkey send-test` needs to know. @throws {EnvironmentError} ENVIRONMENT_INVALID */
export const readDeliveryEnvironment = (variables: Variables): DeliveryPlaces =>
  settled(someDelivery(readDelivery(variables)));

/** What `latchkey admin enroll` needs to know. @throws {EnvironmentError} ENVIRONMENT_INVALID */
export const readDashboardUrl = (variables: Variables): string =>
  settled(
    required(variables, 'DASHBOARD_URL', dashboardUrl, 'where operators log in, like https://dashboard.example.com'),
  );

/** What `latchkey backup` needs to know. @throws {EnvironmentError} ENVIRONMENT_INVALID */
export const readStoreEnvironment = (variables: Variables): StorePlace => settled(readStore(variables));

/** @throws {EnvironmentError} ENVIRONMENT_INVALID */
export function readConfigEnvironment(
  variables: Variables,
  service: { readonly url: string; readonly organizationId: string } | { readonly organizationId?: string | undefined },
): ConfigEnvironment {
  const rootKey = readRootKey(variables);
  if ('url' in service) return { rootKey: settled(rootKey), ...service };
  const own = { rootKey, secrets: readSecrets(variables), store: readStore(variables) };
  return { ...settled(together<InitEnvironment & { rootKey: string }>(own)), ...service };
}

/** @throws {EnvironmentError} ENVIRONMENT_INVALID */
export function readDevEnvironment(variables: Variables): DevEnvironment {
  return settled(
    together<DevEnvironment>({
      folder: optionalOr(variables, 'LATCHKEY_DATA', '.latchkey'),
      listen: readListen(variables),
      delivery: readDelivery(variables),
    }),
  );
}

const anyText = (text: string): string => text;

function optionalOr(variables: Variables, name: string, otherwise: string): Reading<string> {
  const reading = optional(variables, name, anyText);
  return 'faults' in reading ? reading : { value: reading.value ?? otherwise };
}

/** Explicit, so that no wallet is lost with a container that has no volume. */
function readStore(variables: Variables): Reading<StorePlace> {
  const reading = together({
    postgresUrl: optional(variables, 'DATABASE_URL', (text) => postgresUrl(text, variables)),
    poolSize: optional(variables, 'DATABASE_POOL_SIZE', poolSize),
    folder: optional(variables, 'LATCHKEY_DATA', anyText),
  });
  if ('faults' in reading) return reading;
  const { postgresUrl: url, poolSize: connections = 10, folder } = reading.value;
  if (url !== undefined) return { value: { postgresUrl: url, poolSize: connections } };
  if (folder !== undefined) return { value: { folder } };
  return {
    faults: [
      'DATABASE_URL or LATCHKEY_DATA is missing: a PostgreSQL server (postgres://user:password@host/database), or a folder for an SQLite file.',
    ],
  };
}

function postgresUrl(text: string, variables: Variables): string | MalformedVariable {
  const isPostgres = ['postgres:', 'postgresql:'].includes(readUrl(text)?.protocol ?? '');
  if (!isPostgres) return { malformed: 'must read postgres://user:password@host:5432/database' };
  return isInTheClear(text, variables) ? inTheClear : text;
}

const inTheClear: MalformedVariable = {
  malformed:
    'leads to another machine without TLS: whoever is on the way could read and change what is stored. Add sslmode=verify-full (with sslrootcert=… for a private authority), or sslmode=disable where the way is protected by other means',
};

const poolSize = (text: string): number | MalformedVariable =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 1000
    ? Number(text)
    : { malformed: 'must be a number of connections from 1 to 1000' };

function readDelivery(variables: Variables): Reading<DeliveryPlaces> {
  const reading = together({
    server: optional(variables, 'SMTP_URL', smtpServer),
    from: optional(variables, 'MAIL_FROM', mailFrom),
    smsUrl: optional(variables, 'SMS_WEBHOOK_URL', smsUrl),
    smsToken: optional(variables, 'SMS_WEBHOOK_TOKEN', bearerToken),
  });
  if ('faults' in reading) return reading;
  const { server, from, smsUrl: url, smsToken: token } = reading.value;
  if (server && from === undefined) return { faults: ['MAIL_FROM is missing: the address that e-mail comes from.'] };
  return {
    value: { smtp: server && from ? { server, from } : undefined, smsWebhook: url ? { url, token } : undefined },
  };
}

function someDelivery(reading: Reading<DeliveryPlaces>): Reading<DeliveryPlaces> {
  if ('faults' in reading || reading.value.smtp || reading.value.smsWebhook) return reading;
  return {
    faults: ['SMTP_URL (with MAIL_FROM) or SMS_WEBHOOK_URL is missing: without one of them no code reaches anybody.'],
  };
}

const smtpServer = (text: string): SmtpServer | MalformedVariable =>
  readSmtpUrl(text) ?? { malformed: 'must read smtps://user:password@host:465 or smtp://user:password@host:587' };

function mailFrom(text: string): string | MalformedVariable {
  try {
    return canonicalEmail(text);
  } catch (error) {
    if (error instanceof RefusedError) return { malformed: 'must be one e-mail address, without a name' };
    throw error;
  }
}

const smsUrl = (text: string): string | MalformedVariable =>
  isSmsWebhookUrl(text)
    ? text
    : { malformed: 'must be an https address (http on this machine only), without a password' };

const publicUrl = (text: string): string | MalformedVariable =>
  isPublicUrl(text) ? text : { malformed: 'must be an https origin like https://auth.example.com, without a path' };

const dashboardUrl = (text: string): string | MalformedVariable =>
  isPublicUrl(text)
    ? text
    : { malformed: 'must be an https origin like https://dashboard.example.com, without a path' };

/** @see RFC 6750, 2.1 */
const bearerToken = (text: string): string | MalformedVariable =>
  /^[A-Za-z0-9._~+/-]+=*$/.test(text) ? text : { malformed: 'must be a bearer token: letters, digits and ._~+/-' };

function readListen(variables: Variables): Reading<ListenPlace> {
  const reading = together({ port: optional(variables, 'PORT', port), host: optional(variables, 'HOST', anyText) });
  return 'faults' in reading ? reading : { value: { port: reading.value.port ?? 4500, host: reading.value.host } };
}

function readMetrics(variables: Variables): Reading<MetricsPlace | undefined> {
  const reading = together({
    port: optional(variables, 'METRICS_PORT', port),
    host: optional(variables, 'METRICS_HOST', anyText),
  });
  if ('faults' in reading || reading.value.port === undefined)
    return 'faults' in reading ? reading : { value: undefined };
  return { value: { port: reading.value.port, host: reading.value.host ?? '127.0.0.1' } };
}

/** A malformed URL, and a malformed PORT, are named where they are read for themselves. */
function readDashboard(variables: Variables): Reading<DashboardPlace | undefined> {
  const reading = together({
    on: optional(variables, 'DASHBOARD', (text) => (text === '1' ? true : { malformed: 'must be 1, or absent' })),
    port: optional(variables, 'DASHBOARD_PORT', port),
    organizationId: optional(variables, 'DASHBOARD_ORGANIZATION_ID', organizationId),
  });
  if ('faults' in reading || !reading.value.on) return 'faults' in reading ? reading : { value: undefined };
  const url = optional(variables, 'DASHBOARD_URL', dashboardUrl);
  const listen = readListen(variables);
  if ('faults' in url || 'faults' in listen) return { value: undefined };
  const { organizationId: id, port: own = nextTo(listen.value) } = reading.value;
  if (url.value === undefined)
    return {
      faults: [
        'DASHBOARD_URL is missing: DASHBOARD=1 needs the origin that operators open, like https://dashboard.example.com.',
      ],
    };
  if (own > 65_535) return { faults: ['DASHBOARD_PORT is missing: there is no port after PORT.'] };
  return { value: { url: url.value, port: own, organizationId: id } };
}

/** Where PORT takes a free one, so does the dashboard. */
const nextTo = ({ port: own }: ListenPlace): number => (own === 0 ? 0 : own + 1);

const organizationId = (text: string): string | MalformedVariable =>
  v.is(uuid, text) ? text : { malformed: 'must be the id of an organization, as latchkey init prints it' };

const port = (text: string): number | MalformedVariable =>
  /^\d{1,5}$/.test(text) && Number(text) <= 65_535
    ? Number(text)
    : { malformed: 'must be a port number from 0 to 65535' };

function readTrustedProxies(variables: Variables): Reading<BlockList> {
  const reading = optional(variables, 'TRUSTED_PROXIES', addressList);
  return 'faults' in reading ? reading : { value: reading.value ?? new BlockList() };
}

function addressList(text: string): BlockList | MalformedVariable {
  const list = new BlockList();
  for (const entry of text.split(',').map((part) => part.trim())) {
    const [, address = '', bits] = /^([0-9A-Fa-f.:]+)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const family = isIP(address);
    const most = family === 6 ? 128 : 32;
    if (family === 0 || Number(bits ?? most) > most) {
      return { malformed: 'must be a list of addresses and ranges like 10.0.0.0/8,fd00::/8,192.0.2.7' };
    }
    list.addSubnet(address, Number(bits ?? most), family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
}

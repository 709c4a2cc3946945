import type { AuthProxySettings } from '../../contract/authProxy.records.js';
import type { BrowserNames } from '../../contract/browserNames.js';
import type { AnswerOf, ProxyRow, RowRequest } from '../../contract/row.js';
import type { Bytes } from '../../crypto/bytes.js';
import type { AgreementKey } from '../../crypto/p256.js';
import type { Coordinator } from '../coordinator/coordinator.js';
import type { Note, RequestNotes } from '../http/note.js';
import type { RefusedLogin, RefusedLogins } from '../limits/refusedLogins.js';
import type { RequestWork } from '../limits/requestWork.js';
import type { Statistics } from '../limits/statistics.js';
import type { Primitives, Random } from '../primitives.js';
import type { Row } from '../store/schema.js';
import type { Clock, FindProviderKey, ReplacedEndpoints } from '../tools.js';

/** What answering one proxied request may use. */
export type ProxyCall = {
  readonly configuration: Row<'auth_proxy_configs'>;
  readonly settings: AuthProxySettings;
  readonly coordinator: Coordinator;
  /** The proxy's decryption keys: what is sealed to any of them opens. */
  readonly proxyKeys: readonly AgreementKey[];
  /** Keys the hashes of client addresses. */
  readonly addressPepper: Bytes;
  /** Device tokens are made under the first and read under all. */
  readonly deviceKeys: readonly [Bytes, ...Bytes[]];
  readonly findProviderKey: FindProviderKey;
  readonly publicUrl: string | undefined;
  readonly oauth2Endpoints: ReplacedEndpoints;
  readonly primitives: Primitives;
  readonly clock: Clock;
  readonly random: Random;
  readonly clientAddress: string;
  /** What the client's browser says of itself, which anybody may write. */
  readonly browser: BrowserNames | undefined;
  readonly requestId: string | undefined;
  readonly traceparent: string | undefined;
  readonly note: Note;
  /** Keyed hashes of what a call names somebody by, for the log. */
  readonly traceOf: (organizationId: string, about: RefusedLogin['about']) => Promise<RequestNotes>;
  readonly refusedLogins: RefusedLogins;
  readonly statistics: Statistics;
  readonly work: RequestWork;
};

/** Answers a row of the auth proxy. */
export type AnswerProxy<R extends ProxyRow> = (request: RowRequest<R>, call: ProxyCall) => Promise<AnswerOf<R>>;

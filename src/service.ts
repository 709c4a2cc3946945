export { DerivationError } from './crypto/derivation/bip32.js';
export type { Connection } from './service/coordinator/coordinator.js';
export { createService, type Service, type ServiceSettings } from './service/createService.js';
export type { Deliver } from './service/delivery/delivery.js';
export { DeliveryError, type DeliveryErrorCode } from './service/delivery/deliveryError.js';
export { createInbox, type Inbox, type InboxEntry } from './service/delivery/inbox.js';
export type { EmailMessage, Message, Send, SmsMessage } from './service/delivery/message.js';
export { makeParent, type Parent } from './service/makeParent.js';
export {
  type Outbound,
  type OutboundAnswer,
  OutboundError,
  type OutboundErrorCode,
  type OutboundRequest,
} from './service/outbound.js';
export { PeerError } from './service/peer.js';
export { type Primitives, portablePrimitives, type Random } from './service/primitives.js';
export type { ServiceSecrets } from './service/secrets/givenSecrets.js';
export { SecretsError } from './service/secrets/verifySecrets.js';
export { openLibsql } from './service/store/openLibsql.js';
export { openPostgres } from './service/store/openPostgres.js';
export { openSqlJs } from './service/store/openSqlJs.js';
export type { Store } from './service/store/store.js';
export { StoreError, type StoreErrorCode } from './service/store/storeError.js';
export type { Clock, Log } from './service/tools.js';
export type { SpanAttributes, SpanStart, StartSpan, TraceSpan } from './service/tracing.js';
export { MnemonicError } from './service/vault/mnemonic.js';
export { type MasterKey, SealError } from './service/vault/seal.js';

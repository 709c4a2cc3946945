import { LatchkeyError } from '../../errors.js';

export type DeliveryErrorCode =
  /** Nobody said how messages of this channel are sent. */
  | 'DELIVERY_NOT_CONFIGURED'
  /** The message would not stay in its lines: an address or name holds a line break, or more than one address. */
  | 'MESSAGE_UNSAFE'
  | 'SMTP_UNREACHABLE'
  | 'SMTP_LOGIN_REFUSED'
  | 'SMTP_REFUSED'
  | 'SMS_UNREACHABLE'
  | 'SMS_REFUSED';

/** A message was not sent; the outbox tries again. Its words never quote an address, a name or a code, since they are logged. */
export class DeliveryError extends LatchkeyError<DeliveryErrorCode> {}

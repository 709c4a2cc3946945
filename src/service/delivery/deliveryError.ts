import { LatchkeyError } from '../../errors.js';

export type DeliveryErrorCode =
  /** No sender for this channel is configured. */
  | 'DELIVERY_NOT_CONFIGURED'
  /** The message would not stay in its lines: an address or name holds a line break, or more than one address. */
  | 'MESSAGE_UNSAFE'
  | 'SMTP_UNREACHABLE'
  | 'SMTP_LOGIN_REFUSED'
  | 'SMTP_REFUSED'
  | 'SMS_UNREACHABLE'
  | 'SMS_REFUSED'
  | 'WEBHOOK_UNREACHABLE'
  | 'WEBHOOK_REFUSED';

/**
 * A message was not sent. The outbox tries again, save where the refusal is permanent. Its words never quote an address, a name
 * or a code, since they are logged.
 */
export class DeliveryError extends LatchkeyError<DeliveryErrorCode> {
  /** Whether the same message would be refused again: then it is not sent any more. */
  readonly isPermanent: boolean;

  constructor(code: DeliveryErrorCode, message: string, { isPermanent = false }: { isPermanent?: boolean } = {}) {
    super(code, message);
    this.isPermanent = isPermanent;
  }
}

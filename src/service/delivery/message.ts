/** One message to one contact, ready to be sent. */
export type Message = EmailMessage | SmsMessage;

/** Anything that leaves by the outbox. */
export type OutgoingMessage = Message | EventMessage;

/** The way that it leaves. */
export type Channel = OutgoingMessage['channel'];

export type EmailMessage = {
  readonly channel: 'email';
  /** The same whenever this message is sent again, so that a recipient can detect duplicates. A random UUID. */
  readonly id: string;
  /** Canonical address. */
  readonly to: string;
  readonly fromAddress?: string | undefined;
  readonly fromName: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Of the request that caused it, or of its sending if that is traced. @see W3C Trace Context, 3.2 */
  readonly traceparent?: string | undefined;
  /** The one-time code in the message, if any: only for the development inbox. */
  readonly code?: string;
};

export type SmsMessage = {
  readonly channel: 'sms';
  /** As an e-mail's. */
  readonly id: string;
  /** E.164. */
  readonly to: string;
  readonly text: string;
  /** As an e-mail's. */
  readonly traceparent?: string | undefined;
  /** As an e-mail's. */
  readonly code?: string;
};

/** An event for a webhook endpoint. */
export type EventMessage = {
  readonly channel: 'webhook';
  /** The event's: the same whenever it is sent again. */
  readonly id: string;
  /** The endpoint and its organization. */
  readonly organizationId: string;
  readonly endpointId: string;
  readonly eventType: string;
  /** The organization in which it happened. */
  readonly happenedIn: string;
  /** JSON, as it is signed and sent. */
  readonly body: string;
  /** As an e-mail's. */
  readonly traceparent?: string | undefined;
};

/** A message to a contact that the outbox has not yet given its id. */
export type MessageDraft = Omit<EmailMessage, 'id'> | Omit<SmsMessage, 'id'>;

/** The same of anything that leaves by the outbox. */
export type Draft = MessageDraft | Omit<EventMessage, 'id'>;

/** A message as it stands in the outbox, with the request that caused it, as the log names that. */
export type Posted = Draft & { readonly requestId?: string | undefined };

/**
 * Sends a message within half a minute, or throws: then it is tried again until its time ends. What will never be taken is refused
 * with a `DeliveryError` that is permanent.
 */
export type Send = (message: Message) => Promise<void>;

/** Sends an event, as {@link Send} does a message. */
export type SendEvent = (event: EventMessage) => Promise<void>;

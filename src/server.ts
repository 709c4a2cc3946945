export type { LinkPurpose } from './contract/linkParameters.js';
export { RefusedError } from './contract/refusals.js';
export { LatchkeyError } from './errors.js';
export { answerUnverified } from './server/answerUnverified.js';
export type { CoordinatorSettings } from './server/askCoordinator.js';
export { type EmailLinkSettings, type EmailLinks, emailLinks, type RequestedLink } from './server/emailLinks.js';
export {
  type ExpressResponse,
  expressCaller,
  type HonoCaller,
  honoCaller,
  refuseUnverified,
  withCaller,
} from './server/guards.js';
export type { IncomingRequest } from './server/incomingRequest.js';
export { memoryReplayStore, type ReplayStore } from './server/replayStore.js';
export { type RevocationSettings, revocationCheck } from './server/revocationCheck.js';
export { UnverifiedError, type UnverifiedErrorCode } from './server/unverifiedError.js';
export { UserLookupError, type UserLookupSettings, userLookup } from './server/userLookup.js';
export type { CallerWithUser, UserLookup, VerifiedCaller, VerifiedUser } from './server/verifiedCaller.js';
export { type SettingsWithUser, type VerifySettings, verifyRequest } from './server/verifyRequest.js';
export { verifyWebhook, type WebhookEvent, type WebhookRequest, type WebhookSettings } from './server/verifyWebhook.js';
export { WebhookError, type WebhookErrorCode } from './server/webhookError.js';

import type { Asking } from './asking.js';
import type { ActivityRequest, Incoming } from './incoming.js';

/** A request that is read whole. */
export type Submission = Incoming & {
  /** `organizationId`: where it is executed; the body may name its parent. */
  readonly request: ActivityRequest;
  /** How its decisions are asked. */
  readonly asking: Asking;
};

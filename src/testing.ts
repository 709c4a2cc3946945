export type { Inbox, InboxEntry } from './service/delivery/inbox.js';
export { createTestClock, type TestClock } from './testing/clock.js';
export { createTestService, type TestService, type TestServiceSettings } from './testing/createTestService.js';
export type { Happening, Script } from './testing/script.js';

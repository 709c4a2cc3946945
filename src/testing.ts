export type { Inbox, InboxEntry } from './service/delivery/inbox.js';
export { answerRoute, type Route } from './testing/answerRoute.js';
export { createTestClock, type TestClock } from './testing/clock.js';
export { createTestService, type TestService, type TestServiceSettings } from './testing/createTestService.js';
export type { Failure, Failures } from './testing/failures.js';
export { type LoggedIn, logIn } from './testing/logIn.js';
export { logInPage, type Page } from './testing/logInPage.js';

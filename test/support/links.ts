import { type EmailLinkSettings, type EmailLinks, emailLinks } from '../../src/server/emailLinks.js';
import type { TestService } from '../../src/testing/createTestService.js';

/** The backend of an app at `https://acme.example`, which sends links by e-mail. */
export function linksOf(service: TestService, more: Partial<EmailLinkSettings> = {}): EmailLinks {
  const { settings, organizationId, rootApiKey: apiKey, clock } = service;
  const { coordinatorUrl, fetch } = settings;
  const app = { appName: 'Acme', page: 'https://acme.example/login', answerAfterMs: 0 };
  return emailLinks({ coordinatorUrl, organizationId, apiKey, clock, fetch, ...app, ...more });
}

import { onTestFinished } from 'vitest';
import type { Client } from '../../src/client/createClient.js';
import { createLogin, type Login } from '../../src/login/createLogin.js';
import type { LoginOptions } from '../../src/login/loginOptions.js';
import type { LoginAtCode, LoginAtContact } from '../../src/login/loginState.js';
import type { Session } from '../../src/sessions/session.js';
import { createTestService, type TestService, type TestServiceSettings } from '../../src/testing/createTestService.js';
import { newClient } from '../support/people.js';

/** A login on its own device, a subscriber, and the real service. */
export type Trip = {
  service: TestService;
  client: Client;
  login: Login;
  /** What `onLogin` was called with. */
  sessions: Session[];
  /** How often the subscriber was called. */
  calls: () => number;
  /** Updates the clock, as a page does a few times a second. */
  look: () => void;
  /** The state, which must be at this step. */
  atContact: () => LoginAtContact;
  atCode: () => LoginAtCode;
  /** Sends a code to the contact, and returns it. */
  receive: (contact: string) => Promise<string>;
  stop: () => void;
};

type TripSettings = LoginOptions & { config?: TestServiceSettings['config']; service?: TestService };

export async function openTrip({ config, service: given, ...options }: TripSettings = {}): Promise<Trip> {
  const service = given ?? (await createTestService(config ? { config } : {}));
  const client = newClient(service);
  const sessions: Session[] = [];
  let run = () => {};
  let calls = 0;
  const setTimer = (next: () => void) => {
    run = next;
    return () => {
      run = () => {};
    };
  };
  const login = createLogin(client, { ...options, onLogin: (session) => sessions.push(session) }, { setTimer });
  const stop = login.subscribe(() => {
    calls += 1;
  });
  onTestFinished(stop);
  const atContact = () => {
    const state = login.getSnapshot();
    if (state.at !== 'contact') throw new Error(`the login is at ${state.at}`);
    return state;
  };
  const atCode = () => {
    const state = login.getSnapshot();
    if (state.at !== 'code') throw new Error(`the login is at ${state.at}: ${state.problem?.code}`);
    return state;
  };
  return {
    service,
    client,
    login,
    sessions,
    calls: () => calls,
    look: () => run(),
    atContact,
    atCode,
    async receive(contact) {
      await atContact().sendCode(contact);
      return service.inbox.lastCode(atCode().contact.address) ?? '';
    },
    stop,
  };
}

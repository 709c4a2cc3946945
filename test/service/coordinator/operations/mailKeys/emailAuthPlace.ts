import type { User } from '../../../../../src/contract/shapes.js';
import { getUser } from '../../../../../src/contract/users.queries.js';
import type { Store } from '../../../../../src/service/store/store.js';
import { createTestService } from '../../../../../src/testing/createTestService.js';
import { type Party, rootOf } from '../../../../support/parties.js';
import { ask, type Person, signUp } from '../../../../support/wire.js';

export const link = 'https://app.example.com/in?key=%s';

const often = { most: 10_000, windowSeconds: 60 };
let people = 0;

/** A service whose parent has keys mailed to people. */
export async function openEmailAuthPlace(store: Store) {
  const service = await createTestService({ store });
  const root = await rootOf(service);
  /** As it is before each test. */
  const configure = () =>
    service.configure({
      codesPerContactAndAddress: often,
      codesPerContact: often,
      codesPerAddress: often,
      emailsPerHour: 10_000,
      allowNativeClients: true,
      allowedOrigins: ['https://app.example.com', 'http://localhost:3000'],
      emailCustomizationParams: { appName: 'Acme', logoUrl: '', magicLinkTemplate: '' },
      sendFromEmailAddress: '',
      replyToEmailAddress: '',
    });
  /** A person who has signed up, by an address of their own. */
  const person = async (): Promise<Person & { email: string }> => {
    people += 1;
    const email = `person${people}@example.com`;
    return { ...(await signUp(service, email)), email };
  };
  const request = (email: string, targetPublicKey: string, changes: object = {}) => ({
    email,
    targetPublicKey,
    emailCustomization: { appName: 'Acme' },
    ...changes,
  });
  const inPlace = (by: Pick<Party, 'key'>, organizationId: string) => ({ key: by.key, organizationId });
  const asParent = (organizationId: string) => inPlace(root, organizationId);
  const userOf = async ({ key, organizationId, userId }: Person) =>
    (await ask<{ user: User }>(service, key, getUser, { organizationId, userId })).user;
  return {
    ...{ service, root, configure, person, request, inPlace, asParent, userOf },
    /** How many have signed up: the next name. */
    get people() {
      return people;
    },
  };
}

export type EmailAuthPlace = Awaited<ReturnType<typeof openEmailAuthPlace>>;

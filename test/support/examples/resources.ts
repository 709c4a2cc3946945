import type { ActivityRow, AnswerOf, RequestOf } from '../../../src/contract/row.js';
import { done, type Party } from '../parties.js';
import type { Wired } from '../wire.js';
import { activityResources } from './activities.js';
import { authenticatorResources } from './authenticators.js';
import { contractResources } from './contracts.js';
import { credentialResources } from './credentials.js';
import { emailTemplateResources } from './emailTemplates.js';
import { importResources } from './imports.js';
import { invitationResources } from './invitations.js';
import { oauthResources } from './oauth.js';
import { oauth2Resources } from './oauth2.js';
import { organizationResources } from './organizations.js';
import { policyResources } from './policies.js';
import { privateKeyResources } from './privateKeys.js';
import { tvcResources } from './tvc.js';
import { userResources } from './users.js';
import { walletResources } from './wallets.js';
import { webhookResources } from './webhooks.js';

/** Every kind of resource that requests name, by its member of {@link Resources}. */
const resources = {
  ...activityResources,
  ...contractResources,
  ...credentialResources,
  ...privateKeyResources,
  ...emailTemplateResources,
  ...importResources,
  ...invitationResources,
  ...oauthResources,
  ...oauth2Resources,
  ...organizationResources,
  ...authenticatorResources,
  ...tvcResources,
  ...policyResources,
  ...userResources,
  ...walletResources,
  ...webhookResources,
} satisfies Record<string, Resource>;

type Name = keyof typeof resources;

/** The resources of an organization that a request may name. */
export type Resources = Readonly<Record<Name, string>> & {
  /** Creates another one, which the request may delete, for a user if it belongs to a user. */
  readonly spare: (name: Name, userId?: string) => Promise<string>;
};

/** An id that does not exist, and a function that creates a resource and returns its id, or whatever names it in requests. */
type Resource = { readonly absent: string; readonly make: (by: Maker) => Promise<string> };

/** The creator of resources: a root user who needs no other approval. */
export type Maker = {
  readonly test: Wired;
  readonly root: Party;
  /** `null` for a parent organization. */
  readonly parentId: string | null;
  /** The user for whom it is created. */
  readonly userId: string;
  readonly done: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<AnswerOf<R>>;
};

/** Resources that do not exist. */
export const absent: Resources = {
  ...byName(Object.entries(resources).map(([name, each]) => [name, each.absent])),
  spare: async (name) => resources[name].absent,
};

/** Creates one resource of each kind, by a root user who needs no other approval. */
export async function resourcesOf(test: Wired, root: Party, parentId: string | null): Promise<Resources> {
  const make = (name: Name, userId = root.userId) =>
    resources[name].make({
      test,
      root,
      parentId,
      userId,
      done: (row, parameters) => done(test, root, row, parameters),
    });
  const made: [string, string][] = [];
  for (const name of Object.keys(resources)) made.push([name, await make(name as Name)]);
  return { ...byName(made), spare: make };
}

function byName(entries: [string, string][]): Record<Name, string> {
  return Object.fromEntries(entries) as Record<Name, string>;
}

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

/** Each kind of thing that requests name, by the member of {@link Resources} that names it. */
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

/** What an organization has that a request may name. */
export type Resources = Readonly<Record<Name, string>> & {
  /** Makes another one, which the request may end; where it is a user's, that user's. */
  readonly spare: (name: Name, userId?: string) => Promise<string>;
};

/** What stands for a resource where there is none, and how one is made: its id, or what else requests name it by. */
type Resource = { readonly absent: string; readonly make: (by: Maker) => Promise<string> };

/** Who makes what a request names: a root user who needs nobody's consent. */
export type Maker = {
  readonly test: Wired;
  readonly root: Party;
  /** `null` for a parent organization. */
  readonly parentId: string | null;
  /** The user whose it shall be. */
  readonly userId: string;
  readonly done: <R extends ActivityRow>(row: R, parameters: RequestOf<R>) => Promise<AnswerOf<R>>;
};

/** What nobody has. */
export const absent: Resources = {
  ...byName(Object.entries(resources).map(([name, each]) => [name, each.absent])),
  spare: async (name) => resources[name].absent,
};

/** One of each kind, made by a root user who needs nobody's consent. */
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

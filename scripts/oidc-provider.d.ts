// What the demo uses of the package, which brings no types of its own.
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  export type Interaction = {
    readonly uid: string;
    readonly prompt: { readonly name: string; readonly details: { readonly missingOIDCScope?: readonly string[] } };
    readonly params: { readonly client_id: string };
    readonly session?: { readonly accountId: string };
    readonly grantId?: string;
  };

  export type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> };

  export default class Provider {
    constructor(issuer: string, configuration: object);
    callback(): (incoming: IncomingMessage, outgoing: ServerResponse) => void;
    interactionDetails(incoming: IncomingMessage, outgoing: ServerResponse): Promise<Interaction>;
    interactionFinished(
      incoming: IncomingMessage,
      outgoing: ServerResponse,
      result: object,
      options: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
    readonly Grant: {
      new (of: { accountId: string; clientId: string }): Grant;
      find(grantId: string): Promise<Grant | undefined>;
    };
    on(event: string, listener: (...args: readonly unknown[]) => void): this;
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  const MemoryAdapter: new (name: string) => object;
  export default MemoryAdapter;
}

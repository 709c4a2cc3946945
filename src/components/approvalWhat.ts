import type { ApprovalActions } from './approvalActions.js';
import type { ApprovalFacts } from './approvalMessages.js';
import { shortened } from './shortened.js';

/** How a language joins an action with the name that it gives, and with the key that it signs with. */
type Joined = {
  readonly named: (action: string, name: string) => string;
  readonly signed: (action: string, key: string) => string;
};

/** What a request would do, in a language. An action that the language has no words for has those of its type. */
export function actionIn(actions: ApprovalActions, { named, signed }: Joined): (facts: ApprovalFacts) => string {
  const known: Readonly<Record<string, string>> = actions;
  return ({ kind, action, name, signWith }) => {
    const words = (Object.hasOwn(known, kind) && known[kind]) || action.charAt(0).toUpperCase() + action.slice(1);
    if (signWith !== undefined) return signed(words, shortened(signWith));
    return name === undefined ? words : named(words, name);
  };
}

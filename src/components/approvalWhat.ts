import type { ApprovalActions } from './approvalActions.js';
import type { ApprovalFacts } from './approvalMessages.js';
import { shortened } from './shortened.js';

/** How a language joins an action with the name that it gives, or with the key that it signs with; and how it says what is paid to whom. */
type Joined = {
  readonly locale: string;
  readonly named: (action: string, name: string) => string;
  readonly signed: (action: string, key: string) => string;
  readonly sent: (amount: string, to: string) => string;
};

/** What a request would do, in a language. An action that the language has no words for has those of its type. */
export function actionIn(
  actions: ApprovalActions,
  { locale, named, signed, sent }: Joined,
): (facts: ApprovalFacts) => string {
  const known: Readonly<Record<string, string>> = actions;
  return ({ kind, action, name, signWith, transfer }) => {
    if (transfer) return sent(paidIn(locale, transfer), shortened(transfer.to));
    const words = (Object.hasOwn(known, kind) && known[kind]) || action.charAt(0).toUpperCase() + action.slice(1);
    if (signWith !== undefined) return signed(words, shortened(signWith));
    return name === undefined ? words : named(words, name);
  };
}

/** `1.5 ETH (Base)` */
function paidIn(locale: string, { amount, symbol, layer2 }: NonNullable<ApprovalFacts['transfer']>): string {
  return `${amountIn(locale, amount)} ${symbol}${layer2 === undefined ? '' : ` (${layer2})`}`;
}

/** Every digit, with a language's own decimal mark: as a number it would be rounded. */
function amountIn(locale: string, amount: string): string {
  const mark = new Intl.NumberFormat(locale).formatToParts(1.5).find(({ type }) => type === 'decimal');
  return amount.replace('.', mark?.value ?? '.');
}

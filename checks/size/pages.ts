/** Where the entrances of the kit lie, as a module names them: quoted. */
export type Entrances = {
  readonly kit: string;
  readonly client: string;
  readonly callback: string;
  readonly ethereum: string;
  readonly ethereumReact: string;
  readonly solana: string;
  readonly proofs: string;
  readonly styles: string;
  readonly transferStyles: string;
};

/** The script of an app with the login card. */
export const app = ({ kit, styles }: Pick<Entrances, 'kit' | 'styles'>): string =>
  `import { LatchkeyProvider, LoginCard } from ${kit}; import ${styles}; globalThis.app = [LatchkeyProvider, LoginCard];`;

/** The script of an app with the login card and more screens. */
export const appWith =
  (...screens: string[]) =>
  ({ kit, styles }: Pick<Entrances, 'kit' | 'styles'>): string => {
    const names = ['LatchkeyProvider', 'LoginCard', ...screens].join(', ');
    return `import { ${names} } from ${kit}; import ${styles}; globalThis.app = [${names}];`;
  };

/** The script of an app with all screens. */
export const allScreens = appWith(
  ...[
    'AccountPanel',
    'ApprovalsInbox',
    'EmailLinkScreen',
    'ExportWalletScreen',
    'ImportWalletScreen',
    'LoggedIn',
    'LoggedOut',
  ],
  ...['LoginButton', 'LoginDialog', 'OauthScreen', 'OtpScreen', 'PasskeyOffer', 'PasskeyScreen', 'RecoveryScreen'],
  ...['ActivitySentence', 'ProofBadge', 'ReceiveScreen', 'SendScreen', 'WalletDialogs', 'WalletHome'],
);

/** The script of an app with the login card, and import and export with their style sheet. */
export const transferApp = ({
  transferStyles,
  ...ours
}: Pick<Entrances, 'kit' | 'styles' | 'transferStyles'>): string =>
  `import ${transferStyles}; ${appWith('ImportWalletScreen', 'ExportWalletScreen')(ours)}`;

/** The script of an app that signs, sends and asks others, with a screen of the wallet: all that it shares with the rest is there without it. */
export const appWithAll =
  (screen: string) =>
  ({ kit, client, ethereumReact }: Pick<Entrances, 'kit' | 'client' | 'ethereumReact'>): string => {
    const names = ['LatchkeyProvider', 'LoginCard', 'ApprovalsInbox', 'WalletDialogs', screen].join(', ');
    return `import { ${names} } from ${kit}; import * as client from ${client}; import * as hooks from ${ethereumReact}; globalThis.app = [${names}, client, hooks];`;
  };

/** The script of an app that logs people in with a screen of its own. */
export const headless = ({ client }: Pick<Entrances, 'client'>): string =>
  `import { createClient, loginWithOtp, logout, requestOtp } from ${client}; globalThis.app = [createClient, loginWithOtp, logout, requestOtp];`;

/** The script of an app that logs people in with a screen of its own, and makes their wallet an account of viem when it is needed. */
export const headlessWithAccount = ({ client, ethereum }: Pick<Entrances, 'client' | 'ethereum'>): string =>
  `${headless({ client })} globalThis.toAccount = async () => (await import(${ethereum})).toAccount;`;

/** The same, with the wallet as a provider. */
export const headlessWithProvider = ({ client, ethereum }: Pick<Entrances, 'client' | 'ethereum'>): string =>
  `${headless({ client })} globalThis.wallet = async () => (await import(${ethereum})).createEthereumProvider;`;

/** The same, with the wallet shown to lists of wallets of Solana. */
export const headlessWithSolana = ({ client, solana }: Pick<Entrances, 'client' | 'solana'>): string =>
  `${headless({ client })} globalThis.wallet = async () => (await import(${solana})).registerWallet;`;

/** The script of a page that verifies an App Proof, and does nothing else. */
export const proofsPage = ({ proofs }: Pick<Entrances, 'proofs'>): string =>
  `import { verifyAppProof } from ${proofs}; globalThis.verifyAppProof = verifyAppProof;`;

/** The script of an app that logs people in by a code, at a provider and by a passkey. */
export const headlessWithAll = ({ client }: Pick<Entrances, 'client'>): string =>
  `import { ${allFlows} } from ${client}; globalThis.app = [${allFlows}];`;

const allFlows = [
  ...['createClient', 'loginWithOtp', 'logout', 'requestOtp'],
  ...['completeOauthLogin', 'loginWithOauth', 'prepareOauth'],
  ...['loginWithPasskey', 'loginWithPasskeyAutofill', 'signUpWithPasskey'],
].join(', ');

/** The script of the page at the redirect URL. */
export const callbackPage = ({ callback }: Pick<Entrances, 'callback'>): string =>
  `import { answerOauthCallback } from ${callback}; void answerOauthCallback();`;

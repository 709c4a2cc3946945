import type { ProxyWalletKitConfigResponse } from '../contract/proxyConfig.js';
import type { WalletParams } from '../contract/shapes.js';
import type { ExpectedEnclave } from '../crypto/proofs/enclave.js';
import type { AddressClaim } from '../crypto/proofs/verifyAppProof.js';
import { LatchkeyError } from '../errors.js';
import type { Descriptor } from '../reading/clearSigning/descriptor.js';
import type { SignatureFacts } from '../reading/signatureFacts.js';
import type { SignatureRequest } from '../reading/signatureRequest.js';
import type { Token } from '../reading/token.js';
import type { KeyStore } from '../sessions/keyStore.js';
import type { SessionStorage } from '../sessions/sessionRecords.js';
import type { SendWithCaptcha } from './captcha/captcha.js';
import type { Chain, ReadBalances } from './chains.js';

/**
 * What an app pins of a service, from its own source. The four public keys are P-256, SEC 1 uncompressed, 130 hex digits each.
 */
export type Trust = {
  /** Signs export and import bundles. */
  readonly signerPublicKey: string;
  /** Signs session tokens. */
  readonly notarizerPublicKey: string;
  /** Signs verification tokens. */
  readonly tlsFetcherSignPublicKey: string;
  /** Opens what is sealed to the service. */
  readonly tlsFetcherEncryptPublicKey: string;
  /**
   * Roots of the proofs of addresses: certificates as base64 of DER, as `latchkey trust` prints them. Default: that of AWS Nitro Enclaves
   * alone. Whatever another root has signed is of the state `software`.
   */
  readonly attestationRoot?: string | readonly string[] | undefined;
  /** The enclave that addresses are expected to come from: its name and measurements. */
  readonly enclave?: ExpectedEnclave | undefined;
};

/** Decides about a signature that was asked for through a provider of the wallet. */
export type ConfirmSignatures = (
  request: SignatureRequest,
  facts: SignatureFacts,
) => boolean | 'ask' | Promise<boolean | 'ask'>;

/** The settings of a client. The first two are public, and can be written into an app. */
export type ClientSettings = {
  /** The URL of the auth proxy, without `/v1`: `https://auth.example.com`. */
  readonly authProxyUrl: string;
  /** The id of the organization's auth proxy configuration: a UUID. */
  readonly authProxyConfigId: string;
  /** The URL of the coordinator, without `/public/v1`. Default: the origin of `authProxyUrl`. */
  readonly coordinatorUrl?: string;
  /**
   * With it, the signature of every session token is verified. Without it, only the token's claims are checked, and the first stamped
   * answer proves the session. `'development'` asks the development service itself for its keys: with an `authProxyUrl` on this machine
   * only.
   */
  readonly trust?: Trust | 'development';
  /**
   * Whether this device verifies that an enclave derived the addresses of wallets.
   *
   * - `never`, the default: no proofs are asked for.
   * - `offered`: proofs are asked for where the service makes them, and the account panel shows what they say.
   * - `required`: the same, and an address that was made in this visit is held back until it verifies: it is missing in the lists of
   *   accounts, and a call that made it fails with PROOF_MISSING or PROOF_FAILED. What was there before is shown, signs and exports.
   *
   * @see docs/proofs.md
   */
  readonly verifyProofs?: 'never' | 'offered' | 'required' | undefined;
  /** Called where the proof of an address does not verify, and where `required` holds one back for it; once for each check. */
  readonly onProofFailed?: ((error: LatchkeyError, account: AddressClaim) => void) | undefined;
  /**
   * Who is asked before something is signed that came through a provider of the wallet (EIP-1193): whoever runs in the page can ask it.
   *
   * - `requests`, the default: the person, by what `useConfirmations()` has to show.
   * - `always`: the same, and what the app itself asks for: by the hooks that sign, and by `toAccount`. What the person has confirmed in a
   * review of the kit's own is not asked again.
   * - `never`: nobody. What is always refused still is: logins for another page, for instance.
   * - a function: `true` signs, `false` and an error refuse, `'ask'` asks the person.
   *
   * It protects from mistakes, and from other people's code that speaks through the provider; not from a script that took the page over.
   */
  readonly confirmSignatures?: 'requests' | 'always' | 'never' | ConfirmSignatures | undefined;
  /** The chains that the app offers: the first one is chosen at first. Nodes are asked at these URLs alone. Default: none. */
  readonly chains?: readonly Chain[] | undefined;
  /** Tokens whose symbols and decimals the app vouches for: balances show these. Default: none. */
  readonly tokens?: readonly Token[] | undefined;
  /**
   * Documents of ERC-7730 that say in words what calls and typed data of the app's contracts mean: parsed JSON of at most 64 KiB each, 100
   * of them, whose `includes` are merged, with `deployments`. Any other is not used. What the kit reads itself is said in its own words. Default: none.
   */
  readonly descriptors?: readonly Descriptor[] | undefined;
  /** Where balances come from. Default: the nodes of `chains`. */
  readonly balances?: ReadBalances | undefined;
  /** The wallet of a new person. Default: {@link defaultWallet}; `null`: none. */
  readonly wallet?: WalletParams | null;
  /**
   * The language of screens, e-mails and text messages, as a BCP 47 tag: `de`, `pt-BR`. Supported are English (the default), German,
   * French, Spanish, Portuguese, Japanese, simplified Chinese and Arabic; others fall back to English.
   */
  readonly language?: string;
  /** The relying party of passkeys: the page's host or a parent domain of it, as `example.com`. Default: the page's host. */
  readonly passkeyRpId?: string;
  /** Whether passkeys must verify their user, by a PIN, a finger or a face. Default: as the login configuration says. */
  readonly passkeyUserVerification?: 'preferred' | 'required';
  /**
   * The public login configuration (the answer to `wallet_kit_config`), requested when the app is built or its page rendered: the
   * login then has its final shape at once, on a server too. What the service answers replaces it.
   */
  readonly config?: ProxyWalletKitConfigResponse;
  /** Keeps the sessions of two apps on one origin apart. Default: `authProxyConfigId`. */
  readonly sessionName?: string;
  /**
   * How captchas are solved, if the configuration has them enabled: `solveCaptchas(turnstileToken())`, or
   * `solveCaptchas(getCaptchaToken)` with a function of your own. In React, `getCaptchaToken` of the provider takes the function alone.
   */
  readonly captcha?: SendWithCaptcha;
  /** Whether a {@link LatchkeyProvider} renews sessions while its page is in use. Default: true. */
  readonly autoRefresh?: boolean;
  /** Timeout of one request in milliseconds, its repetitions included. Default: 15,000. */
  readonly timeoutMs?: number;
  /** Default: the platform's. */
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  /** The device's time in milliseconds since 1970. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Where session keys are stored. Default: IndexedDB, or memory if that is unavailable. */
  readonly keys?: KeyStore;
  /** Where sessions are stored. Default: `localStorage`, or memory if that is unavailable. */
  readonly storage?: SessionStorage;
  /** A random number from 0 up to 1; it spreads repetitions. Default: the platform's cryptographic source. */
  readonly random?: () => number;
};

/**
 * Checks settings that would otherwise fail later, with a less clear error.
 *
 * @throws {SettingsError} SETTINGS_INVALID
 */
export function checkSettings(settings: ClientSettings): void {
  const given = settings ?? ({} as ClientSettings); // where nothing checks types
  const { authProxyUrl, authProxyConfigId, coordinatorUrl = authProxyUrl, trust, verifyProofs = 'never' } = given;
  for (const [name, url] of Object.entries({ authProxyUrl, coordinatorUrl }))
    if (!/^https?:\/\/[^/?#][^?#]*$/.test(url)) throw invalid(`${name} must be like https://auth.example.com`);
  if (!authProxyConfigId) throw invalid('authProxyConfigId must be a UUID');
  if (trust === 'development' && !onThisMachine.test(new URL(authProxyUrl).hostname))
    throw invalid("trust: 'development' is for localhost; elsewhere name the keys");
  if (!/^(never|offered|required)$/.test(verifyProofs))
    throw invalid('verifyProofs must be never, offered or required');
}

/** @see RFC 6761, 6.3: localhost never leaves the machine */
const onThisMachine = /^((.+\.)?localhost|127\.0\.0\.1|\[::1])$/;

/** The refusal of settings, with the reason. */
export const invalid = (why: string): SettingsError =>
  new SettingsError('SETTINGS_INVALID', `Latchkey settings: ${why}.`);

/** These settings are not valid. */
export class SettingsError extends LatchkeyError<'SETTINGS_INVALID'> {}

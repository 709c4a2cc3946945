import { ApiKeyStamper } from '@turnkey/api-key-stamper';
import {
  decryptCredentialBundle,
  decryptExportBundle,
  encryptPrivateKeyToBundle,
  encryptWalletToBundle,
  generateP256KeyPair,
  getPublicKey,
} from '@turnkey/crypto';
import type { IframeEventType } from '@turnkey/iframe-stamper';

/** The page in the frame of `@turnkey/iframe-stamper`, which its vendor hosts: it seals and opens by `@turnkey/crypto`. */
type FrameRequest = {
  readonly type: `${IframeEventType}`;
  readonly requestId: string;
  readonly value: string;
  readonly organizationId: string;
  readonly userId: string;
  readonly keyFormat?: 'HEXADECIMAL' | 'SOLANA';
};
type Answer = { readonly type: `${IframeEventType}`; readonly value: unknown };

// Nothing is awaited here, because the embedding page sends its first message as soon as this page is loaded.
const trust = fetch('/trust.json').then((response) => response.json());
const bundleOptions = async () => ({ dangerouslyOverrideSignerPublicKey: (await trust).signerPublicKey });
const { privateKey: embeddedKey, publicKeyUncompressed } = generateP256KeyPair();
let credential = '';
let target = { importBundle: '', organizationId: '', userId: '' };

const typed = document.createElement('textarea');
typed.setAttribute('aria-label', 'Words or key');
const shown = document.createElement('output');
document.body.append(typed, shown);

const hexFormat = 'HEXADECIMAL';
const injected: Answer = { type: 'BUNDLE_INJECTED', value: true };
const extracted = (value: string): Answer => ({ type: 'ENCRYPTED_BUNDLE_EXTRACTED', value });

const answers: { [Type in FrameRequest['type']]?: (request: FrameRequest) => Answer | Promise<Answer> } = {
  APPLY_SETTINGS() {
    shown.dataset.settings = 'applied';
    return { type: 'SETTINGS_APPLIED', value: true };
  },
  INJECT_CREDENTIAL_BUNDLE({ value }) {
    credential = decryptCredentialBundle(value, embeddedKey);
    return injected;
  },
  async STAMP_REQUEST({ value }) {
    const apiPublicKey = hexOf(getPublicKey(bytesOf(credential), true));
    const { stampHeaderValue } = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey: credential }).stamp(value);
    return { type: 'STAMP', value: stampHeaderValue };
  },
  INJECT_IMPORT_BUNDLE({ value: importBundle, organizationId, userId }) {
    target = { importBundle, organizationId, userId };
    return injected;
  },
  EXTRACT_WALLET_ENCRYPTED_BUNDLE: async () =>
    extracted(await encryptWalletToBundle({ mnemonic: typed.value, ...target, ...(await bundleOptions()) })),
  EXTRACT_KEY_ENCRYPTED_BUNDLE: async ({ keyFormat = hexFormat }) =>
    extracted(
      await encryptPrivateKeyToBundle({ privateKey: typed.value, keyFormat, ...target, ...(await bundleOptions()) }),
    ),
  async INJECT_WALLET_EXPORT_BUNDLE({ value: exportBundle, organizationId }) {
    const opening = { exportBundle, embeddedKey, organizationId, returnMnemonic: true, ...(await bundleOptions()) };
    shown.textContent = await decryptExportBundle(opening);
    return injected;
  },
  async INJECT_KEY_EXPORT_BUNDLE({ value: exportBundle, organizationId, keyFormat = hexFormat }) {
    const opening = {
      exportBundle,
      embeddedKey,
      organizationId,
      keyFormat,
      returnMnemonic: false,
      ...(await bundleOptions()),
    };
    shown.textContent = await decryptExportBundle(opening);
    return injected;
  },
};

addEventListener('message', ({ data, ports: [port] }) => {
  if (data.type !== 'TURNKEY_INIT_MESSAGE_CHANNEL' || !port) return;
  port.onmessage = async ({ data: request }: MessageEvent<FrameRequest>) => {
    const { requestId } = request;
    const answering = answers[request.type];
    try {
      if (!answering) throw new Error(`${request.type} is not answered here.`);
      port.postMessage({ ...(await answering(request)), requestId });
    } catch (error) {
      port.postMessage({ type: 'ERROR', value: String(error), requestId });
    }
  };
  port.postMessage({ type: 'PUBLIC_KEY_READY', value: publicKeyUncompressed });
});

function bytesOf(hex: string): Uint8Array {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

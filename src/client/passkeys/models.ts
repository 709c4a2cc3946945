/** A passkey provider. */
export type PasskeyModel = {
  readonly name: string;
  /** `synced`: to an account, on several devices. `device`: on this one alone. `key`: on a security key. */
  readonly kind: 'synced' | 'device' | 'key';
};

/**
 * The passkey provider with an AAGUID. It is not verified, so it is only a name to show.
 *
 * @see The community's list of AAGUIDs of passkey providers; the FIDO Metadata Service for security keys
 */
export const modelOf = (aaguid: string): PasskeyModel | undefined => models[aaguid];

const synced = (name: string): PasskeyModel => ({ name, kind: 'synced' });
const windowsHello: PasskeyModel = { name: 'Windows Hello', kind: 'device' };
const yubiKey: PasskeyModel = { name: 'YubiKey', kind: 'key' };

const models: Readonly<Record<string, PasskeyModel>> = {
  'fbfc3007-154e-4ecc-8c0b-6e020557d7bd': synced('iCloud Keychain'),
  'dd4ec289-e01d-41c9-bb89-70fa845d4bf2': synced('iCloud Keychain'),
  'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4': synced('Google Password Manager'),
  '53414d53-554e-4700-0000-000000000000': synced('Samsung Pass'),
  'bada5566-a7aa-401f-bd96-45619a55120d': synced('1Password'),
  'd548826e-79b4-db40-a3d8-11116f7e8349': synced('Bitwarden'),
  '531126d6-e717-415c-9320-3d9aa6981239': synced('Dashlane'),
  'b84e4048-15dc-4dd0-8640-f4f60813c8af': synced('NordPass'),
  '0ea242b4-43c4-4a1b-8b17-dd6d0b6baec6': synced('Keeper'),
  'f3809540-7f14-49c1-a8b3-8f813b225541': synced('Enpass'),
  'fdb141b2-5d84-443e-8a35-4698c205a502': synced('KeePassXC'),
  '50726f74-6f6e-5061-7373-50726f746f6e': synced('Proton Pass'),
  'b78a0a55-6ef8-d246-a042-ba0f6d55050c': synced('LastPass'),
  'adce0002-35bc-c60a-648b-0b25f1f05503': { name: 'Chrome on Mac', kind: 'device' },
  '771b48fd-d3d4-4f74-9232-fc157ab0507a': { name: 'Edge on Mac', kind: 'device' },
  '08987058-cadc-4b81-b6e1-30de50dcbe96': windowsHello,
  '9ddd1817-af5a-4672-a2b9-3e3dd95000a9': windowsHello,
  '6028b017-b1d4-4c02-b4b3-afcdafc96bb2': windowsHello,
  'cb69481e-8ff7-4039-93ec-0a2729a154a8': yubiKey,
  'ee882879-721c-4913-9775-3dfcce97072a': yubiKey,
  'fa2b99dc-9e39-4257-8f92-4a30d23c4118': yubiKey,
  '2fc0579f-8113-47ea-b116-bb5a8db9202a': yubiKey,
};

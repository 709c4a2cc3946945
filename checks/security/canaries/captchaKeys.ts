import { randomBytes } from 'node:crypto';
import { getActivity, listActivities } from '../../../src/contract/activities.queries.js';
import { updateAuthProxyConfig } from '../../../src/contract/authProxy.js';
import { getAuthProxyConfig } from '../../../src/contract/authProxy.queries.js';
import { proxyOtpInit } from '../../../src/contract/proxy.js';
import { proxyWalletKitClientParams, proxyWalletKitConfig } from '../../../src/contract/proxyConfig.js';
import { post } from '../../../test/support/live/client.js';
import type { Sent } from '../../../test/support/live/ledger.js';
import { activityOf, proxyCallOf, yes } from '../../../test/support/live/wire.js';
import { queryOf } from '../queryOf.js';
import type { Site } from '../site.js';
import { type Journeys, mistreat, pageOrigin } from './journeys.js';
import { textSecret } from './needles.js';

/** Secret keys of captchas: set, replaced, refused, and read about. No request leaves this machine. */
export async function captchaKeys(site: Site, { secrets, heard }: Journeys): Promise<void> {
  const { root, parent, serving } = site;
  const hear = async (sent: Sent) => {
    const answer = await post(serving.url, sent);
    heard.push({ kind: sent.kind, ...answer });
    return answer;
  };
  const newKey = () => {
    const key = `0x4AAAAAAA${randomBytes(24).toString('base64url')}`;
    secrets.push(textSecret('captcha key', key));
    return key;
  };
  const change = async (changes: object) => {
    const sent = await activityOf(root, updateAuthProxyConfig, changes);
    return { sent, answer: await hear(sent) };
  };

  const first = { captchaEnabled: true, turnstileSiteKey: '0x4AAAAAAAsite', turnstileSecretKey: newKey() };
  const { sent, answer } = await change(first);
  const { activity } = yes<{ activity: { id: string } }>(sent, answer);
  await mistreat(site, sent, heard);
  await change({ turnstileSecretKey: `${newKey()} with a space` });
  await change({ turnstileSecretKey: newKey(), otpLength: 99 });
  await change({ turnstileSecretKey: newKey(), otpTemplateId: crypto.randomUUID() });
  const { organizationId } = root;
  for (const [row, request] of [
    [getAuthProxyConfig, { organizationId }],
    [getActivity, { organizationId, activityId: activity.id }],
    [listActivities, { organizationId }],
  ] as const)
    await hear(await queryOf(root.key, row, request));

  const contact = '+4915100000000';
  for (const call of [
    proxyCallOf(parent.authProxyConfigId, proxyWalletKitClientParams, {}),
    proxyCallOf(parent.authProxyConfigId, proxyWalletKitConfig, {}),
    proxyCallOf(parent.authProxyConfigId, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact }),
  ]) {
    await hear({ ...call, headers: { ...call.headers, Origin: pageOrigin } });
  }
  await change({ captchaEnabled: false, turnstileSecretKey: newKey() });
}

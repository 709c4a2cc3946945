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
import { type Journeys, pageOrigin, sendMalformed } from './journeys.js';
import { textSecret } from './secrets.js';

/** Sets, replaces and removes secret keys of captchas, also by refused requests, and reads the configuration. */
export async function captchaKeys(site: Site, { secrets, answers }: Journeys): Promise<void> {
  const { root, parent, serving } = site;
  const send = async (sent: Sent) => {
    const answer = await post(serving.url, sent);
    answers.push({ kind: sent.kind, ...answer });
    return answer;
  };
  const newKey = () => {
    const key = `0x4AAAAAAA${randomBytes(24).toString('base64url')}`;
    secrets.push(textSecret('captcha key', key));
    return key;
  };
  const change = async (changes: object) => {
    const sent = await activityOf(root, updateAuthProxyConfig, changes);
    return { sent, answer: await send(sent) };
  };

  const first = { captchaEnabled: true, turnstileSiteKey: '0x4AAAAAAAsite', turnstileSecretKey: newKey() };
  const { sent, answer } = await change(first);
  const { activity } = yes<{ activity: { id: string } }>(sent, answer);
  await sendMalformed(site, sent, answers);
  await change({ turnstileSecretKey: `${newKey()} with a space` });
  await change({ turnstileSecretKey: newKey(), otpLength: 99 });
  await change({ turnstileSecretKey: newKey(), otpTemplateId: crypto.randomUUID() });
  const { organizationId } = root;
  for (const [row, request] of [
    [getAuthProxyConfig, { organizationId }],
    [getActivity, { organizationId, activityId: activity.id }],
    [listActivities, { organizationId }],
  ] as const)
    await send(await queryOf(root.key, row, request));

  const contact = '+4915100000000';
  for (const call of [
    proxyCallOf(parent.authProxyConfigId, proxyWalletKitClientParams, {}),
    proxyCallOf(parent.authProxyConfigId, proxyWalletKitConfig, {}),
    proxyCallOf(parent.authProxyConfigId, proxyOtpInit, { otpType: 'OTP_TYPE_SMS', contact }),
  ]) {
    await send({ ...call, headers: { ...call.headers, Origin: pageOrigin } });
  }
  await change({ captchaEnabled: false, turnstileSecretKey: newKey() });
}

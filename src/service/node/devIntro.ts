import type { RunningDev } from './startDev.js';

/** What a person should know who has just started a development service, and then the line that programs wait for, alone. */
export function devIntro(
  { url, folder, reach, token, exampleId, hasDashboard }: RunningDev,
  places: Record<string, string> = {},
): string {
  const own =
    reach === 'loopback'
      ? {
          inbox: `${url}/dev/inbox`,
          ...(hasDashboard && { dashboard: `${url}/dashboard#token=${token}` }),
          config: `${url}/dev/config?token=${token}`,
          provider: exampleId ? `Example ID, at ${exampleId}` : 'none to try; npm install -D oidc-provider adds one',
        }
      : { reach: 'exposed: /dev/ is gone, and messages leave by SMTP_URL and SMS_WEBHOOK_URL' };
  const lines = Object.entries({ ...places, ...own, data: folder });
  return [
    'Latchkey, for development. Ctrl-C ends it.',
    ...lines.map(([name, place]) => `  ${name.padEnd(9)} ${place}`),
    `latchkey ready ${url}`,
    '',
  ].join('\n');
}

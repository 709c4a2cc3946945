import type { DevSettings, RunningDev } from './startDev.js';

/** What a person should know who has just started a development service. The ready line follows it. */
export function devIntro({ url, folder }: RunningDev, reach: DevSettings['reach']): string {
  const lines =
    reach === 'loopback'
      ? [`  inbox    ${url}/dev/inbox`, `  config   ${url}/dev/config`, `  data     ${folder}`]
      : [
          '  Others may reach it, so that /dev/ is gone: messages leave by SMTP_URL and SMS_WEBHOOK_URL.',
          `  data     ${folder}`,
        ];
  return ['Latchkey, for development. Ctrl-C ends it.', ...lines].join('\n');
}

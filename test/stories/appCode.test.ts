import { expect, test } from 'vitest';
import { appCode } from '../../stories/appCode.js';

const imports = "import { OtpScreen } from 'latchkey';\nimport 'latchkey/styles.css';\n\n";

test('a story’s code is what an app writes, without the service behind the story', () => {
  expect(appCode('OtpScreen', { onLogin: () => {} })).toBe(`${imports}<OtpScreen />`);
  expect(appCode('OtpScreen', { methods: ['sms', 'email'], autoFocus: true })).toBe(
    `${imports}<OtpScreen methods={['sms', 'email']} autoFocus={true} />`,
  );
  expect(appCode('OtpScreen', { defaultContact: 'ada@example.com' })).toBe(
    `${imports}<OtpScreen defaultContact="ada@example.com" />`,
  );
  expect(
    appCode('OtpScreen', { messages: { contactTitle: 'Welcome to Acme', problems: { OTP_WRONG: 'Nope.' } } }),
  ).toBe(
    `${imports}<OtpScreen\n  messages={{ contactTitle: 'Welcome to Acme', problems: { OTP_WRONG: 'Nope.' } }}\n/>`,
  );
});

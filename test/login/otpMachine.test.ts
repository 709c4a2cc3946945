import { describe, expect, test } from 'vitest';
import {
  type Contact,
  firstState,
  isUnderWay,
  type LoginProblem,
  nextState,
  type OtpEvent,
  type OtpState,
  RESEND_AFTER_MS,
} from '../../src/login/otpMachine.js';

const ada: Contact = { channel: 'email', address: 'ada@example.com', shown: 'ada@example.com' };
const bob: Contact = { channel: 'email', address: 'bob@example.com', shown: 'bob@example.com' };
const LIFETIME_MS = 300_000;

const stateAfter = (...events: OtpEvent[]): OtpState => events.reduce(nextState, firstState);
const sent = (otpId: string, atMs: number, to = ada): OtpEvent => ({
  type: 'sent',
  to,
  atMs,
  code: { otpId, expiresAtMs: atMs + LIFETIME_MS },
});
const refused = (
  code: LoginProblem['code'],
  atMs: number,
  to: Contact | undefined = ada,
  retryAfterMs?: number,
): OtpEvent => ({
  type: 'refused',
  problem: { code, atMs, retryAfterMs, isOffline: false },
  to,
});
const idsOf = ({ step }: OtpState) => (step.at === 'code' ? step.sent.codes.map(({ otpId }) => otpId) : undefined);

describe('the steps', () => {
  test('begin with the contact', () => expect(firstState.step.at).toBe('contact'));
  test('lead from a sent code to the code', () =>
    expect(stateAfter({ type: 'asked' }, sent('a', 0)).step.at).toBe('code'));
  test('a right code leaves the screen as it is until the app takes over, and no other follows', () => {
    const { step, busy } = stateAfter(sent('a', 0), { type: 'asked' }, { type: 'loggedIn' });
    expect({ at: step.at, busy }).toEqual({ at: 'code', busy: 'leaving' });
  });
  test('who logs out where the screen stayed begins anew', () =>
    expect(stateAfter(sent('a', 0), { type: 'loggedIn' }, { type: 'loggedOut' })).toBe(firstState));
  test('a login and logout elsewhere does not change the step here', () =>
    expect(stateAfter(sent('a', 0), { type: 'loggedOut' }).step.at).toBe('code'));
  test('a request makes the screen busy and keeps the last error until its answer', () => {
    const requesting = stateAfter(sent('a', 0), refused('OTP_WRONG', 1), { type: 'asked' });
    expect(requesting).toMatchObject({ busy: 'asking', problem: { code: 'OTP_WRONG' } });
    expect(nextState(requesting, refused('NETWORK_FAILED', 2)).problem?.code).toBe('NETWORK_FAILED');
    expect(nextState(requesting, sent('b', 2)).problem).toBeUndefined();
  });
  test.each([
    ['OTP_WRONG', undefined],
    ['CONTACT_INVALID', undefined],
    ['TOO_MANY_CODES', 'TOO_MANY_CODES'],
    ['NETWORK_FAILED', 'NETWORK_FAILED'],
  ] as const)('typing after %s leaves %s: an error about the text is cleared with it', (code, left) =>
    expect(stateAfter(refused(code, 0), { type: 'typed' }).problem?.code).toBe(left),
  );
  test('a refusal keeps the step and says why', () => {
    const state = stateAfter(sent('a', 0), { type: 'asked' }, refused('OTP_WRONG', 1));
    expect(state).toMatchObject({ step: { at: 'code' }, busy: undefined, problem: { code: 'OTP_WRONG' } });
  });
});

describe('a code that was asked for again', () => {
  test('is listed before the earlier ones, three at most', () =>
    expect(idsOf(stateAfter(sent('a', 0), sent('b', 1), sent('c', 2), sent('d', 3)))).toEqual(['d', 'c', 'b']));
  test('leaves out the earlier ones that have expired', () =>
    expect(idsOf(stateAfter(sent('a', 0), sent('b', LIFETIME_MS - 1), sent('c', LIFETIME_MS)))).toEqual(['c', 'b']));
  test('leaves out the codes of another address', () =>
    expect(idsOf(stateAfter(sent('a', 0), { type: 'edited' }, sent('b', 1, bob)))).toEqual(['b']));
});

describe('who corrects the address', () => {
  const edited = stateAfter(sent('a', 0), { type: 'edited' });

  test('returns to the contact', () => expect(edited.step.at).toBe('contact'));
  test('and returns to the same address without another code, as long as one is under way', () => {
    expect(isUnderWay(edited, ada, RESEND_AFTER_MS - 1)).toBe(true);
    expect(isUnderWay(edited, ada, RESEND_AFTER_MS)).toBe(false);
    expect(isUnderWay(edited, bob, 1)).toBe(false);
    expect(idsOf(nextState(edited, { type: 'returned' }))).toEqual(['a']);
  });
  test('and is refused another code for the same address, still has the one that was sent', () => {
    const state = nextState(edited, refused('TOO_MANY_CODES', 40_000, ada, 60_000));
    expect(idsOf(state)).toEqual(['a']);
    expect(state).toMatchObject({ problem: { code: 'TOO_MANY_CODES' }, step: { sent: { resendAtMs: 100_000 } } });
  });
  test('does not get to the code of another address by a refusal', () =>
    expect(nextState(edited, refused('TOO_MANY_CODES', 1, bob)).step.at).toBe('contact'));
});

describe('when another code may be asked for', () => {
  test('is half a minute after the last', () =>
    expect(stateAfter(sent('a', 1_000)).step).toMatchObject({ sent: { resendAtMs: 31_000 } }));
  test.each(['TOO_MANY_CODES', 'LOGIN_BUSY'] as const)('is when the service says, after %s', (code) =>
    expect(stateAfter(sent('a', 0), refused(code, 40_000, ada, 540_000)).step).toMatchObject({
      sent: { resendAtMs: 580_000 },
    }),
  );
  test('is at once after too many tries, and nothing can be typed until then', () => {
    const locked = stateAfter(sent('a', 0), refused('TOO_MANY_ATTEMPTS', 5_000));
    expect(locked.step).toMatchObject({ sent: { isLocked: true, resendAtMs: 5_000 } });
    expect(nextState(locked, refused('NETWORK_FAILED', 6_000)).step).toMatchObject({ sent: { isLocked: true } });
    expect(nextState(locked, sent('b', 7_000)).step).toMatchObject({ sent: { isLocked: false } });
  });
  test('a limit that is over is no longer a problem', () =>
    expect(stateAfter(refused('TOO_MANY_CODES', 0, ada, 1_000), { type: 'waited' }).problem).toBeUndefined());
});

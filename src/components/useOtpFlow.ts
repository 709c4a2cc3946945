'use client';
import { useReducer, useRef } from 'react';
import { useLoginWithOtp, useRequestOtp } from '../hooks/otp.js';
import { type Contact, firstState, isUnderWay, nextState, type OtpState, type Sent } from './otpMachine.js';
import { problemOf } from './problem.js';

/** Who is logged in. */
export type Session = Awaited<ReturnType<ReturnType<typeof useLoginWithOtp>['mutateAsync']>>;

export type OtpFlowOptions = {
  onLogin: ((session: Session) => void) | undefined;
  codeLifetimeMs: number;
  clock: () => number;
};

export type OtpFlow = {
  state: OtpState;
  /** Asks for a code, or shows the step for one that was just sent to the same contact. */
  send: (to: Contact) => Promise<unknown>;
  logIn: (sent: Sent, otpCode: string) => Promise<void>;
  /** Tells why what was typed cannot be sent. */
  refuse: (code: 'CONTACT_INVALID' | 'CODE_INCOMPLETE') => void;
  edit: () => void;
  waited: () => void;
};

/** A person sees that it worked before the screen gives way. */
const DONE_SHOWN_MS = 750;

/** The steps of a login by code, bound to the service: what the person does becomes a question, and its answer an event. */
export function useOtpFlow({ onLogin, codeLifetimeMs, clock }: OtpFlowOptions): OtpFlow {
  const [state, dispatch] = useReducer(nextState, firstState);
  const requestOtp = useRequestOtp();
  const loginWithOtp = useLoginWithOtp();
  const isAsking = useRef(false);

  /** One question at a time; its answer or its failure is the next event. */
  async function ask<Answer>(
    to: Contact,
    question: () => Promise<Answer>,
    answered: (answer: Answer) => Parameters<typeof dispatch>[0],
  ): Promise<Answer | undefined> {
    if (isAsking.current) return undefined;
    isAsking.current = true;
    dispatch({ type: 'asked' });
    try {
      const answer = await question();
      dispatch(answered(answer));
      return answer;
    } catch (error) {
      dispatch({ type: 'refused', problem: problemOf(error, clock()), to });
      return undefined;
    } finally {
      isAsking.current = false;
    }
  }

  return {
    state,
    async send(to) {
      if (isUnderWay(state, to, clock())) return dispatch({ type: 'returned' });
      const otpType = to.method === 'email' ? 'OTP_TYPE_EMAIL' : 'OTP_TYPE_SMS';
      await ask(
        to,
        () => requestOtp.mutateAsync({ otpType, contact: to.address }),
        ({ otpId }) => ({ type: 'sent', to, code: { otpId, expiresAtMs: clock() + codeLifetimeMs }, atMs: clock() }),
      );
    },
    async logIn(sent, otpCode) {
      const session = await ask(
        sent.to,
        () => loginWithOtp.mutateAsync({ otpIds: idsAlive(sent, clock()), otpCode }),
        () => ({ type: 'loggedIn' }),
      );
      if (session === undefined) return;
      await new Promise((resolve) => setTimeout(resolve, DONE_SHOWN_MS));
      onLogin?.(session);
    },
    refuse: (code) => dispatch({ type: 'refused', problem: problemOf({ code }, clock()), to: undefined }),
    edit: () => dispatch({ type: 'edited' }),
    waited: () => dispatch({ type: 'waited' }),
  };
}

/** The newest code, dead or not, since its refusal is the one that counts, and the earlier ones as long as they live. */
function idsAlive({ codes: [newest, ...earlier] }: Sent, nowMs: number): string[] {
  return [newest, ...earlier.filter(({ expiresAtMs }) => nowMs < expiresAtMs)].map(({ otpId }) => otpId);
}

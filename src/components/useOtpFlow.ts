'use client';
import { useEffect, useReducer, useRef } from 'react';
import { useLatchkey } from '../hooks/context.js';
import { noteForDeveloper } from '../hooks/developerNote.js';
import { useLoginWithOtp, useRequestOtp } from '../hooks/otp.js';
import { useSession } from '../hooks/session.js';
import { codeFormSent } from '../login/codeText.js';
import { keepLogin } from '../login/keptLogin.js';
import {
  type Contact,
  firstState,
  isUnderWay,
  nextState,
  type OtpState,
  type Sent,
  type Step,
} from '../login/otpMachine.js';
import { problemOf } from '../login/problem.js';

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
  typed: () => void;
  edit: () => void;
  restore: (step: Step) => void;
  waited: () => void;
};

/** The steps of a login by code, bound to the service: what the person does becomes a question, and its answer an event. */
export function useOtpFlow({ onLogin, codeLifetimeMs, clock }: OtpFlowOptions): OtpFlow {
  const { settings } = useLatchkey();
  const { status } = useSession();
  const [state, dispatch] = useReducer(nextState, firstState);
  const requestOtp = useRequestOtp();
  const loginWithOtp = useLoginWithOtp();
  const isAsking = useRef(false);
  useEffect(() => {
    if (status === 'loggedOut') dispatch({ type: 'loggedOut' }); // where the app kept the screen all the while
  }, [status]);

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
      const problem = problemOf(error, clock());
      if (process.env.NODE_ENV !== 'production') noteForDeveloper(problem.code, settings);
      dispatch({ type: 'refused', problem, to });
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
        ({ otpId, ...sent }) => {
          const code = { otpId, expiresAtMs: clock() + codeLifetimeMs, form: codeFormSent(sent) };
          return { type: 'sent', to, code, atMs: clock() };
        },
      );
    },
    async logIn(sent, otpCode) {
      const session = await ask(
        sent.to,
        () => loginWithOtp.mutateAsync({ otpIds: idsAlive(sent, clock()), otpCode }),
        () => ({ type: 'loggedIn' }),
      );
      if (session === undefined) return;
      keepLogin(settings.authProxyConfigId, { last: sent.to }); // here, since the screen may be gone by now
      onLogin?.(session);
    },
    refuse: (code) => dispatch({ type: 'refused', problem: problemOf({ code }, clock()), to: undefined }),
    typed: () => dispatch({ type: 'typed' }),
    edit: () => dispatch({ type: 'edited' }),
    restore: (step) => dispatch({ type: 'restored', step }),
    waited: () => dispatch({ type: 'waited' }),
  };
}

/**
 * The newest code, dead or not, since its refusal is the one that counts, and the earlier ones of its length as long as they live.
 */
function idsAlive({ codes: [newest, ...earlier] }: Sent, nowMs: number): string[] {
  const mayBeTyped = earlier.filter(
    ({ expiresAtMs, form }) => nowMs < expiresAtMs && form?.length === newest.form?.length,
  );
  return [newest, ...mayBeTyped].map(({ otpId }) => otpId);
}

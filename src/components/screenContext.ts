'use client';
import { type Context, createContext, useContext } from 'react';
import type { LoginMessages } from './loginMessages.js';
import type { Theme } from './theme.js';

/** The context of all parts of a screen. */
export type Screen = Theme & {
  /** The time in milliseconds since 1970: the device's, or the service's on a screen that lists what the service knows. */
  readonly clock: () => number;
  /** A request is running: nothing can be submitted meanwhile. */
  readonly isBusy: boolean;
};

/** The context of a login screen, with its texts. */
export type LoginScreenParts = Screen & { readonly messages: LoginMessages };

export const ScreenContext = /* @__PURE__ */ createContext<Screen | undefined>(undefined);
export const LoginScreenContext = /* @__PURE__ */ createContext<LoginScreenParts | undefined>(undefined);

/** The context, for parts of any screen. */
export function useScreen(): Screen {
  return useInside(ScreenContext);
}

/** The context, for parts of a login screen. */
export function useLoginScreen(): LoginScreenParts {
  return useInside(LoginScreenContext);
}

function useInside<Given>(context: Context<Given | undefined>): Given {
  const given = useContext(context);
  if (given === undefined) throw new TypeError('A part of a screen stands outside of its screen.');
  return given;
}

'use client';
import { type Context, createContext, useContext } from 'react';
import type { LoginMessages } from './loginMessages.js';
import type { Theme } from './theme.js';

/** What a screen gives to all of its parts. */
export type Screen = Theme & {
  /** The device's time in milliseconds since 1970. */
  readonly clock: () => number;
  /** Something happens by itself: nothing can be sent meanwhile. */
  readonly isBusy: boolean;
};

/** A screen that logs people in, with its words. */
export type OtpScreenParts = Screen & { readonly messages: LoginMessages };

export const ScreenContext = createContext<Screen | undefined>(undefined);
export const OtpScreenContext = createContext<OtpScreenParts | undefined>(undefined);

/** For parts that any screen may have. */
export function useScreen(): Screen {
  return useInside(ScreenContext);
}

/** For parts that speak the words of this one. */
export function useOtpScreen(): OtpScreenParts {
  return useInside(OtpScreenContext);
}

function useInside<Given>(context: Context<Given | undefined>): Given {
  const given = useContext(context);
  if (given === undefined) throw new TypeError('A part of a screen stands outside of its screen.');
  return given;
}

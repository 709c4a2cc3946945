/** The widget of Cloudflare Turnstile in a page. */
export type TurnstileOptions = {
  /**
   * Where the widget is shown if it needs interaction. Default: the kit's form that has the focus, else the last visible one, of the open
   * modal dialog if there is one; else the open dialog; else the page's lower corner.
   */
  readonly container?: (() => HTMLElement | null | undefined) | undefined;
  /** The nonce of the page's Content-Security-Policy, for the script. */
  readonly nonce?: string | undefined;
  /**
   * The URL of Turnstile's script. Another one is for development and tests: `/dev/turnstile/api.js` of `latchkey dev`, which the page's
   * own server has to forward.
   */
  readonly scriptUrl?: string | undefined;
  /** Default: `auto`, as the device prefers. */
  readonly theme?: 'auto' | 'light' | 'dark' | undefined;
};

/**
 * Reads the code from the next text message if the browser can (Chrome on Android). The message must end in `@host #code`.
 *
 * @param signal - ends the waiting
 * @returns `undefined` if the browser cannot, or the person declines: the code is typed
 * @see W3C WebOTP API, section 2
 */
export async function textedCode(signal: AbortSignal): Promise<string | undefined> {
  if (!('OTPCredential' in globalThis)) return undefined;
  const request: OtpRequest = { otp: { transport: ['sms'] }, signal };
  try {
    const credential = (await navigator.credentials.get(request)) as OtpCredential | null;
    return signal.aborted ? undefined : credential?.code;
  } catch {
    return undefined;
  }
}

type OtpRequest = CredentialRequestOptions & { otp: { transport: 'sms'[] } };
type OtpCredential = Credential & { readonly code: string };

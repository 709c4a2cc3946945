/** The purpose of a link in an e-mail. */
export type LinkPurpose = 'login' | 'recovery';

/** The URL parameters of a link from an e-mail: the app's backend writes them, the page reads them. */
export const linkParameters: { readonly [P in LinkPurpose]: string } = {
  login: 'email-login',
  recovery: 'email-recovery',
};

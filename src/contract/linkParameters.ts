/** What a link from a mail is for. */
export type LinkPurpose = 'login' | 'recovery';

/** The names that what a link brings stands under in the address of the app's page: its backend writes them, the page reads them. */
export const linkParameters: { readonly [P in LinkPurpose]: string } = {
  login: 'email-login',
  recovery: 'email-recovery',
};

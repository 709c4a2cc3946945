// All that the page at the redirect URL of a login needs: small, and apart from the kit.
export { answerOauthCallback, type OauthCallback } from './client/oauth/callbackPage.js';

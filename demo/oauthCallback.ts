import { answerOauthCallback } from 'latchkey/callback';

/** What a person reads who still sees this page: mostly it is gone before anybody can. */
const words = {
  'handed over': 'You can close this window.',
  'going back': 'One moment…',
  'nobody waits': 'This login is over. Close this window, and log in again.',
};

const status = document.getElementById('status');
const became = await answerOauthCallback();
if (status) status.textContent = words[became];

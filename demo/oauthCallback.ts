import { answerOauthCallback } from 'latchkey/callback';

/** The text for a person who still sees this page; usually it closes at once. */
const words = {
  'handed over': 'You can close this window.',
  'going back': 'One moment…',
  'nobody waits': 'This login is over. Close this window, and log in again.',
};

const status = document.getElementById('status');
const became = await answerOauthCallback();
if (status) status.textContent = words[became];

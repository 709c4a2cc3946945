const login = document.querySelector('latchkey-login');
const greeting = document.querySelector('#greeting');
const leave = document.querySelector('#leave');

login.addEventListener('latchkey-login', ({ detail }) => {
  greeting.textContent = `Welcome, member ${detail.userId.slice(0, 8)}.`;
  leave.hidden = false;
});
login.addEventListener('latchkey-logout', () => {
  greeting.textContent = 'Log in to come in.';
  leave.hidden = true;
});
leave.addEventListener('click', () => login.logout());

const { authProxyConfigId, authProxyUrl = window.location.origin } = await (await fetch('/demo-settings.json')).json();
login.setAttribute('auth-proxy-url', authProxyUrl);
login.setAttribute('auth-proxy-config-id', authProxyConfigId);

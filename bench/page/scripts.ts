/** The app of the README's quick start: it shows the login screen to a person who is not logged in. */
export const loginScript = (authProxyConfigId: string): string => `
import { LatchkeyProvider, OtpScreen, useSession } from 'latchkey';
import 'latchkey/styles.css';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
const settings = { authProxyUrl: location.origin, authProxyConfigId: '${authProxyConfigId}' };
const Home = () => useSession().status === 'loggedOut' ? createElement(OtpScreen) : null;
createRoot(document.getElementById('root')).render(createElement(LatchkeyProvider, { settings }, createElement(Home)));`;

/**
 * What every React page costs: as many elements, with the same words, and nothing behind them.
 *
 * @param styles - the file of a style sheet, quoted: an app has one, and the kit's becomes a part of it.
 */
export const floorScript = (styles: string): string => `
import ${styles};
import { createElement as h } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(
  h('form', null,
    h('div', null, h('h2', null, 'Log in'), h('p', null, h('span', null, 'We’ll email you a code. No password needed.'))),
    h('div', null,
      h('div', null,
        h('div', null, h('label', { htmlFor: 'field' }, 'Email address')),
        h('input', { id: 'field', type: 'email' }),
        h('div', null, h('span'))),
      h('button', { type: 'submit' }, 'Continue'))));`;

/** Selects the element of each page that comes last. */
export const lastElement = { login: '[data-part=field] [role=status]', floor: 'form' };

export const floorStyles = 'body { font-family: sans-serif; } form { max-width: 25rem; }';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { bundleIn } from '../../../src/client/links/bundleIn.js';
import { dropTakenLink, takeLinkFromAddress } from '../../../src/client/links/linkInAddress.js';

const bundle = 'A'.repeat(116);
const here = location.href;
const state = { router: 7 };

beforeEach(() => dropTakenLink('login'));
afterEach(() => {
  dropTakenLink('recovery');
  history.replaceState(null, '', here);
});

/** The page is opened at an address. */
const openAt = (address: string) => history.replaceState(state, '', address);

describe('T-47 a link is taken out of the address at once', () => {
  test.each([
    [`/login#email-login=${bundle}`, '/login'],
    [`/login?email-login=${bundle}`, '/login'],
    [`/login?a=1&email-login=${bundle}&b=2#top`, '/login?a=1&b=2#top'],
    [`/login?email-login=${bundle}&b=2`, '/login?b=2'],
    [`/login?email-login=${bundle}#top`, '/login#top'],
    [`/#/login?email-login=${bundle}`, '/#/login'],
    [`/#section&email-login=${bundle}`, '/#section'],
  ])('of %s stays %s, with the router’s own state, and no new entry in the history', (opened, left) => {
    openAt(opened);
    const { length } = history;
    expect(takeLinkFromAddress('login')).toBe(bundle);
    expect(location.href).toBe(new URL(left, location.origin).href);
    expect(history.state).toEqual(state);
    expect(history.length).toBe(length);
  });

  test('it can be read again until it is discarded, and a link for another purpose stays', () => {
    openAt(`/login#email-recovery=${bundle}`);
    expect(takeLinkFromAddress('login')).toBeUndefined();
    expect(location.hash).toContain(bundle);
    expect(takeLinkFromAddress('recovery')).toBe(bundle);
    expect(takeLinkFromAddress('recovery')).toBe(bundle);
    dropTakenLink('recovery');
    expect(takeLinkFromAddress('recovery')).toBeUndefined();
  });

  test('an incomplete link is taken out, too', () => {
    openAt('/login#email-login=');
    expect(takeLinkFromAddress('login')).toBe('');
    expect(location.hash).toBe('');
  });
});

describe('pasted text', () => {
  test.each([
    bundle,
    ` ${bundle}\n`,
    `${bundle.slice(0, 60)}\r\n${bundle.slice(60)}`,
    `https://acme.example/login#email-login=${bundle}`,
    `<https://acme.example/login?email-login=${bundle}&utm=1>`,
  ])('is read as a link from %j', (pasted) => expect(bundleIn(pasted)).toBe(bundle));

  test.each(['', 'https://acme.example/login', bundle.slice(0, 80), '0'.repeat(116)])('is no link in %j', (pasted) => {
    expect(() => bundleIn(pasted)).toThrow(expect.objectContaining({ code: 'LINK_MALFORMED' }));
  });
});

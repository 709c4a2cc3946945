import { BlockList } from 'node:net';
import { describe, expect, test } from 'vitest';
import { clientAddress } from '../../../src/service/node/clientAddress.js';

const trusted = new BlockList();
trusted.addSubnet('10.0.0.0', 8, 'ipv4');
trusted.addAddress('127.0.0.1', 'ipv4');
trusted.addSubnet('fd00::', 8, 'ipv6');

describe('without a trusted proxy the socket alone is believed', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2:ffff::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('%s counts as %s', (socket, counted) => {
    expect(clientAddress(socket, '198.51.100.1', trusted)).toBe(counted);
  });
});

describe('behind trusted proxies the rightmost address that is not one of them is the client', () => {
  test.each([
    ['198.51.100.1', '198.51.100.1'],
    ['203.0.113.66, 198.51.100.1', '198.51.100.1'],
    ['203.0.113.66, 198.51.100.1, 10.1.2.3', '198.51.100.1'],
    ['10.0.0.9, 198.51.100.1,10.1.2.3', '198.51.100.1'],
    ['2001:db8:1:2:3::4', '2001:db8:1:2::/64'],
    ['[2001:db8:1:2:3::4]:4711', '2001:db8:1:2::/64'],
    ['198.51.100.1:4711', '198.51.100.1'],
    ['::ffff:198.51.100.1', '198.51.100.1'],
    ['10.1.2.3', '10.1.2.3'],
    ['', '10.0.0.1'],
    ['unknown', '10.0.0.1'],
    ['198.51.100.1, unknown', '10.0.0.1'],
    ['198.51.100.1, <script>, 10.1.2.3', '10.1.2.3'],
  ])('X-Forwarded-For: %s counts as %s', (header, counted) => {
    expect(clientAddress('10.0.0.1', header, trusted)).toBe(counted);
    expect(clientAddress('::ffff:10.0.0.1', header, trusted)).toBe(counted);
  });

  test('a proxy may be reached by IPv6', () => {
    expect(clientAddress('fd00::5', '198.51.100.1', trusted)).toBe('198.51.100.1');
  });
});

test('without a header or a trusted proxy: the socket', () => {
  expect(clientAddress('10.0.0.1', undefined, new BlockList())).toBe('10.0.0.1');
});

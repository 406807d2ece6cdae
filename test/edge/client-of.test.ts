import { IncomingMessage } from 'node:http';
import { isIP, Socket } from 'node:net';
import { expect } from 'chai';
import fc from 'fast-check';
import type { ServerConfig } from '#config';
import { createClientOf } from '../../src/edge/client-of.ts';
import { addressKey } from '../../src/edge/rate-limits.ts';

type Headers = Readonly<Record<string, string>>;

/** What is known of a client whose connection comes from `peer`. */
function clientFrom(peer: string, trustProxy: ServerConfig['trustProxy'], headers: Headers = {}) {
  const socket = new Socket();
  Object.defineProperty(socket, 'remoteAddress', { value: peer });
  const request = Object.assign(new IncomingMessage(socket), { headers: { host: 'inner:3000', ...headers } });
  const { address, protocol, host } = createClientOf(trustProxy)(request);
  return { address, protocol, host };
}

const forwarded = {
  'x-forwarded-for': '198.51.100.7',
  'x-forwarded-proto': 'https',
  'x-forwarded-host': 'shop.example',
};
const reported = { address: '198.51.100.7', protocol: 'https', host: 'shop.example' };
const direct = { address: '10.0.0.1', protocol: 'http', host: 'inner:3000' };

describe('where a request comes from', () => {
  it('is what the connection shows when no proxy is trusted', () => {
    expect(clientFrom('10.0.0.1', 0, forwarded)).to.deep.equal(direct);
    expect(clientFrom('10.0.0.1', [], forwarded)).to.deep.equal(direct);
  });

  it('is what a trusted proxy says', () => {
    expect(clientFrom('10.0.0.1', 1, forwarded)).to.deep.equal(reported);
    expect(clientFrom('10.0.0.1', ['10.0.0.0/8'], forwarded)).to.deep.equal(reported);
    expect(clientFrom('::ffff:10.0.0.1', ['10.0.0.1'], forwarded)).to.deep.equal(reported);
    expect(clientFrom('fd00::5', ['fd00::/8'], forwarded)).to.deep.equal(reported);
    expect(clientFrom('127.0.0.1', ['loopback'], forwarded)).to.deep.equal(reported);
    expect(clientFrom('::1', ['loopback'], forwarded)).to.deep.equal(reported);
  });

  it('is what the connection shows when somebody else than the trusted proxy says more', () => {
    expect(clientFrom('10.0.0.1', ['10.0.0.2', 'loopback'], forwarded)).to.deep.equal(direct);
  });

  it('is what the connection shows when a trusted proxy says nothing', () => {
    expect(clientFrom('10.0.0.1', 1)).to.deep.equal(direct);
  });

  context('when the client has written entries of its own in front', () => {
    const lying = {
      'x-forwarded-for': '192.0.2.66, 198.51.100.7',
      'x-forwarded-proto': 'https, http',
      'x-forwarded-host': 'evil.example, shop.example',
    };

    it('is what the one trusted proxy added', () => {
      expect(clientFrom('10.0.0.1', 1, lying)).to.deep.equal({ ...reported, protocol: 'http' });
      expect(clientFrom('10.0.0.1', ['10.0.0.1'], lying)).to.deep.equal({ ...reported, protocol: 'http' });
    });

    it('is what the outer of two trusted proxies added', () => {
      const headers = { ...lying, 'x-forwarded-for': '192.0.2.66, 198.51.100.7, 10.0.0.2' };
      expect(clientFrom('10.0.0.1', 2, headers)).to.have.property('address', '198.51.100.7');
      expect(clientFrom('10.0.0.1', ['10.0.0.0/8'], headers)).to.have.property('address', '198.51.100.7');
    });
  });

  it('is the outermost proxy when there are fewer entries than trusted hops', () => {
    expect(clientFrom('10.0.0.1', 3, { 'x-forwarded-for': '198.51.100.7' }).address).to.equal('198.51.100.7');
  });

  it('keeps the protocol that reached the first of several proxies, when they hand on one value', () => {
    const headers = { ...forwarded, 'x-forwarded-for': '198.51.100.7, 10.0.0.2' };
    expect(clientFrom('10.0.0.1', 2, headers)).to.deep.equal(reported);
  });

  for (const [text, address] of [
    ['198.51.100.7:4711', '198.51.100.7'],
    ['[2001:DB8::1]:4711', '2001:db8::1'],
    ['[2001:db8::1]', '2001:db8::1'],
    ['::ffff:198.51.100.7', '198.51.100.7'],
    ['unknown', '10.0.0.1'],
    ['_hidden', '10.0.0.1'],
    ['', '10.0.0.1'],
    [' ', '10.0.0.1'],
    ['198.51.100.7<script>', '10.0.0.1'],
    ['198.51.100.007', '10.0.0.1'],
    ['0x7f.1', '10.0.0.1'],
    ['fe80::1%eth0', '10.0.0.1'],
    ['1'.repeat(10_000), '10.0.0.1'],
  ] as const) {
    it(`takes X-Forwarded-For: ${JSON.stringify(text.slice(0, 40))} for ${address}`, () => {
      expect(clientFrom('10.0.0.1', 1, { 'x-forwarded-for': text }).address).to.equal(address);
    });
  }

  for (const [name, value] of [
    ['x-forwarded-proto', 'ftp'],
    ['x-forwarded-proto', ''],
    ['x-forwarded-host', 'shop.example/path'],
    ['x-forwarded-host', 'user@shop.example'],
    ['x-forwarded-host', 'shop example'],
    ['x-forwarded-host', `${'a'.repeat(300)}.example`],
  ] as const) {
    it(`pays no attention to ${name}: ${value.slice(0, 40)}`, () => {
      expect(clientFrom('10.0.0.1', 1, { [name]: value })).to.deep.equal(direct);
    });
  }

  it('is always an address, whatever proxies send', () => {
    const text = fc.oneof(fc.string({ maxLength: 60 }), fc.ipV4(), fc.ipV6());
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.integer({ min: 0, max: 6 }), (entries, hops) => {
        expect(isIP(clientFrom('10.0.0.1', hops, { 'x-forwarded-for': entries.join(', ') }).address)).to.not.equal(0);
      }),
    );
  });
});

describe('what an address is counted under', () => {
  for (const [address, key] of [
    ['198.51.100.7', '198.51.100.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['64:ff9b::198.51.100.7', '64:ff9b:0:0::/64'],
    ['', ''],
  ] as const) {
    it(`is ${key} for ${address}`, () => {
      expect(addressKey(address)).to.equal(key);
    });
  }

  it('is one for all of a /64, and another for each other', () => {
    const half = fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 4, maxLength: 4 });
    const text = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
    fc.assert(
      fc.property(half, half, half, half, (network, other, host, neighbour) => {
        const key = addressKey(`${text(network)}:${text(host)}`);
        expect(key).to.equal(addressKey(new URL(`http://[${text(network)}:${text(neighbour)}]`).hostname.slice(1, -1)));
        expect(key === addressKey(`${text(other)}:${text(host)}`)).to.equal(text(network) === text(other));
      }),
    );
  });
});

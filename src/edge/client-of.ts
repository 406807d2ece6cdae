import type { IncomingMessage } from 'node:http';
import { BlockList, isIP, isIPv4 } from 'node:net';
import type { ClientInfo, ClientOf } from '#base';
import { parseTrustedAddress, type ServerConfig } from '#config';

/**
 * Finds address, protocol and host of the client. Without a trusted proxy, the gateway ignores X-Forwarded-*, since
 * any client can send them.
 */
export function createClientOf(trustProxy: ServerConfig['trustProxy']): ClientOf {
  const trusts = trustFunction(trustProxy);
  if (trusts === undefined) return (request) => new Client(request);
  return (request: IncomingMessage & { [client]?: ClientInfo }) => {
    request[client] ??= new ForwardedClient(request, trusts);
    return request[client];
  };
}

/** Where a request keeps it: it is asked several times. */
const client = Symbol('client');

/** Whether the gateway trusts the proxy at this address. `hop` counts the proxies between it and the gateway. */
type Trusts = (address: string, hop: number) => boolean;

function trustFunction(trustProxy: ServerConfig['trustProxy']): Trusts | undefined {
  if (typeof trustProxy === 'number') return trustProxy === 0 ? undefined : (_address, hop) => hop < trustProxy;
  if (trustProxy.length === 0) return undefined;
  const proxies = new BlockList();
  for (const { address, prefix, family } of trustProxy.flatMap(parseTrustedAddress))
    proxies.addSubnet(address, prefix, family);
  return (address) => address !== '' && proxies.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

/** The peer of the connection. This is a class because getters of object literals are slow to create. */
class Client implements ClientInfo {
  readonly #request: IncomingMessage;

  constructor(request: IncomingMessage) {
    this.#request = request;
  }

  get address(): string {
    return withoutMapping(this.#request.socket.remoteAddress ?? '');
  }

  get protocol(): ClientInfo['protocol'] {
    const { socket } = this.#request;
    return 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http';
  }

  get host(): string | undefined {
    return this.#request.headers.host;
  }
}

/** The client that the trusted proxies report. Lists are read from the right, where proxies append. */
class ForwardedClient implements ClientInfo {
  readonly #direct: Client;
  readonly #headers: IncomingMessage['headers'];
  readonly #trusts: Trusts;
  #walked: { readonly address: string; readonly hops: number } | undefined;

  constructor(request: IncomingMessage, trusts: Trusts) {
    this.#direct = new Client(request);
    this.#headers = request.headers;
    this.#trusts = trusts;
  }

  get address(): string {
    return this.#walk().address;
  }

  get protocol(): ClientInfo['protocol'] {
    const forwarded = this.#valueOf('x-forwarded-proto')?.toLowerCase();
    return forwarded === 'http' || forwarded === 'https' ? forwarded : this.#direct.protocol;
  }

  get host(): string | undefined {
    const forwarded = this.#valueOf('x-forwarded-host');
    return forwarded !== undefined && isHost(forwarded) ? forwarded : this.#direct.host;
  }

  /** What the outermost trusted proxy wrote: each appends an entry, so with n hops it is the nth from the right. */
  #valueOf(name: string): string | undefined {
    const { hops } = this.#walk();
    const entries = listOf(this.#headers[name]);
    return hops === 0 ? undefined : entries[Math.max(0, entries.length - hops)];
  }

  #walk(): { readonly address: string; readonly hops: number } {
    this.#walked ??= this.#follow(listOf(this.#headers['x-forwarded-for']).toReversed());
    return this.#walked;
  }

  #follow(forwarded: readonly string[]): { readonly address: string; readonly hops: number } {
    let { address } = this.#direct;
    let hops = 0;
    while (this.#trusts(address, hops)) {
      const next = parseAddress(forwarded[hops] ?? '');
      hops++;
      // The proxy sent no valid address. The last address known for sure is the proxy itself.
      if (next === undefined) break;
      address = next;
    }
    return { address, hops };
  }
}

function listOf(header: string | readonly string[] | undefined): readonly string[] {
  const text = typeof header === 'string' ? header : (header?.join(',') ?? '');
  return text === '' ? [] : text.split(',').map((entry) => entry.trim());
}

/** Some proxies add the port: `1.2.3.4:5678`, `[2001:db8::1]:5678`. */
function parseAddress(text: string): string | undefined {
  const [, inner = text] = /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text) ?? /^(\d[\d.]*):\d{1,5}$/.exec(text) ?? [];
  return isIP(inner) === 0 || inner.includes('%') ? undefined : withoutMapping(inner.toLowerCase());
}

function withoutMapping(address: string): string {
  const mapped = address.startsWith('::ffff:') ? address.slice('::ffff:'.length) : '';
  if (isIPv4(mapped)) return mapped;
  const zone = address.indexOf('%');
  return zone === -1 ? address : address.slice(0, zone);
}

/** Whether a text is a host with an optional port, in a form that all programs parse alike. */
export function isHost(text: string): boolean {
  return text.length <= 260 && /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{0,5})?$/i.test(text);
}

/** The name in a Host header field, without port and brackets; undefined for what is no host. */
export function hostnameOf(host: string): string | undefined {
  return URL.parse(`http://${host}`)?.hostname.replace(/^\[|\]$/g, '');
}

/** Whether a name or address is always this machine. */
export function isLoopback(name: string): boolean {
  if (name === 'localhost' || name === '::1') return true;
  return isIP(name) === 4 && name.startsWith('127.');
}

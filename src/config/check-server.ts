import { isIP } from 'node:net';
import { dirname } from 'node:path';
import { type Finding, findOptional, swaggerUi } from '#base';
import { type ConfigView, findingAt, warningAt } from './config-view.ts';

/** Checks what a JSON Schema cannot express about `server`. */
export function checkServer(view: ConfigView): readonly Finding[] {
  return [
    ...checkHosts(view),
    ...checkAdminPort(view),
    ...checkTrustProxy(view),
    ...checkOrigins(view),
    ...checkDocs(view),
  ];
}

/** Each host is an IP address, or has the form of a name. The schema reports an empty one. */
function checkHosts(view: ConfigView): readonly Finding[] {
  return ['server', 'server.admin'].flatMap((key) => {
    const pointer = `/${key.replace('.', '/')}/host`;
    const text = view.textAt(pointer) ?? '';
    if (isIP(text) !== 0 || /^[\w.-]*$/.test(text)) return [];
    const what = `"${key}.host" is ${view.quote(pointer)}, which is no IP address and no host name`;
    const fix = 'Write e.g. 127.0.0.1, 0.0.0.0, :: or localhost, without scheme, port and path.';
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
  });
}

/** Wildcard addresses, which stand for all addresses of the machine. */
const everyAddress: readonly (string | undefined)[] = ['0.0.0.0', '::'];

function checkAdminPort(view: ConfigView): readonly Finding[] {
  const [own, admin] = ['/server', '/server/admin'] as const;
  const port = view.numberAt(`${admin}/port`);
  // A default port is replaced when it is taken, so only a written one can collide.
  if (!view.isWritten(`${admin}/port`) || port === 0 || port !== view.numberAt(`${own}/port`)) return [];
  const hosts = [view.textAt(`${own}/host`), view.textAt(`${admin}/host`)];
  if (hosts[0] !== hosts[1] && !hosts.some((host) => everyAddress.includes(host))) return [];
  const what = '"server.admin.port" is the port of the shop itself';
  const related = [view.placeOf(`${own}/port`, 'value')];
  const fix = 'Choose another one, or leave it out: then a free one is found.';
  return [findingAt(view, `${admin}/port`, { code: 'CONFIG_INVALID', what, fix, related })];
}

function checkTrustProxy(view: ConfigView): readonly Finding[] {
  return entries(view, '/server/trustProxy').flatMap(([pointer, text]) => {
    const trusted = parseTrustedAddress(text);
    if (trusted.some(({ prefix }) => prefix === 0)) {
      const what = `"server.trustProxy" has ${view.quote(pointer)}, which trusts every address: any client could forge its own address`;
      return [findingAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix: 'Name the proxies only.' })];
    }
    if (trusted.length > 0) return [];
    const what = `"server.trustProxy" has ${view.quote(pointer)}, which is no address and no network`;
    const fix = 'Write e.g. 10.0.0.7, 10.0.0.0/8, fd00::/8 or loopback; names of hosts are not looked up.';
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix })];
  });
}

const cors = '/server/cors';

function checkOrigins(view: ConfigView): readonly Finding[] {
  const origins = entries(view, `${cors}/origins`);
  return origins.flatMap(([pointer, origin]) => {
    if (origin === '*') return checkEverybody(view, pointer, origins.length);
    const parsed = URL.parse(origin);
    const isWeb = parsed !== null && ['http:', 'https:'].includes(parsed.protocol);
    // The gateway compares origins as strings with what browsers send: no path, no default port, lower case.
    if (isWeb && parsed.origin === origin) return [];
    const what = `"server.cors.origins" has ${view.quote(pointer)}, which no browser sends as its origin`;
    const example = isWeb && !view.isSecret(pointer) ? parsed.origin : 'https://app.example.com';
    return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: `Write e.g. ${example}.` })];
  });
}

function checkEverybody(view: ConfigView, pointer: string, count: number): readonly Finding[] {
  if (view.isTrue(`${cors}/credentials`)) {
    const what = '"server.cors" lets every site act with the shopper’s cookies: origins "*" with credentials';
    const related = [view.placeOf(`${cors}/credentials`, 'key')];
    const fix = 'Name the origins, or remove "credentials".';
    return [findingAt(view, pointer, { code: 'CONFIG_INSECURE', what, fix, related })];
  }
  if (count === 1) return [];
  const what = '"server.cors.origins" has "*" among others, which it includes';
  return [findingAt(view, pointer, { code: 'CONFIG_INVALID', what, fix: 'Keep "*" alone, or remove it.' })];
}

function checkDocs(view: ConfigView): readonly Finding[] {
  const pointer = '/server/docs';
  const docs = view.textAt(pointer) ?? 'off';
  if (docs === 'off') return [];
  const { file } = view.placeOf(pointer, 'value');
  if (findOptional(swaggerUi.script, dirname(file)) !== undefined) return [];
  const what = `"server.docs" opens /docs, whose page needs ${swaggerUi.name}, which is not installed`;
  const fix = `Run "${swaggerUi.install}", or read /openapi.json with another tool.`;
  return [warningAt(view, pointer, { code: 'DOCS_NOT_INSTALLED', what, fix })];
}

function entries(view: ConfigView, list: string): readonly (readonly [string, string])[] {
  return view.keysAt(list).flatMap((index) => {
    const pointer = `${list}/${index}`;
    const text = view.textAt(pointer);
    return text === undefined || text === '' ? [] : [[pointer, text] as const];
  });
}

/** An entry of `server.trustProxy`: an address or a network. */
interface TrustedAddress {
  readonly address: string;
  readonly family: 'ipv4' | 'ipv6';
  readonly prefix: number;
}

const loopback: readonly TrustedAddress[] = [
  { address: '127.0.0.0', family: 'ipv4', prefix: 8 },
  { address: '::1', family: 'ipv6', prefix: 128 },
];

/** Parses `10.0.0.1`, `10.0.0.0/8`, `fd00::/8` or `loopback`. Empty for any other text. */
export function parseTrustedAddress(text: string): readonly TrustedAddress[] {
  if (text === 'loopback') return loopback;
  const [address = '', length, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0 || address.includes('%')) return [];
  const longest = version === 4 ? 32 : 128;
  if (length !== undefined && !/^\d{1,3}$/.test(length)) return [];
  const prefix = length === undefined ? longest : Number(length);
  return prefix > longest ? [] : [{ address, family: version === 4 ? 'ipv4' : 'ipv6', prefix }];
}

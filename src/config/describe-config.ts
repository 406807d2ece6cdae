import { isObjectOrList, pointerKeys } from '#base';
import type { Config, JwtConfig, PlacementConfig, SigningSecrets } from './config.ts';
import { ownValue } from './plain-values.ts';
import { withoutSecrets } from './secrets/secret-names.ts';

const masked = '***';

/** The config in the shape of gateway.yaml. Secrets, passwords, token hashes and variables' values are `***`. */
export function describeConfig(config: Config): Readonly<Record<string, unknown>> {
  const { path: _fixed, accept, ...graphql } = config.graphql;
  const { direction: _computed, decimals: _too, locales, ...facts } = config.shop;
  const shop = locales.length === 1 ? facts : { ...facts, locales };
  const { isPathOwed: _found, ...files } = config.files;
  const description: Readonly<Record<string, unknown>> = {
    version: 1,
    shop,
    server: { ...config.server, admin: { host: config.server.admin.host, port: config.server.admin.port } },
    database: { ...config.database, url: withoutPassword(config.database.url) },
    files,
    auth: {
      bearer: {
        ...(config.auth.bearer.jwt === undefined ? {} : { jwt: describeJwt(config.auth.bearer.jwt) }),
        tokens: config.auth.bearer.tokens.map((token) => ({ ...token, sha256: masked })),
      },
      session: maskSecrets(config.auth.session),
    },
    graphql: { ...graphql, ...(accept && { accept: { hive: maskSecrets(accept.hive) } }) },
    pages: { ...config.pageOverrides, ...config.pages },
    system: {
      callTimeoutMs: config.calls.timeoutMs,
      breaker: config.calls.breaker,
      extensions: config.extensions.map(({ name, resolve, placement, timeoutMs, settings }) => ({
        name,
        resolve,
        enabled: true,
        placement: describePlacement(placement),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(settings && { settings: withoutSecrets(settings.values) }),
      })),
      reload: config.reload,
      watchdog: config.watchdog,
    },
  };
  const copy = structuredClone(description);
  for (const pointer of config.fromEnvironment) maskAt(copy, pointer);
  return copy;
}

function describeJwt({ key, ...claims }: JwtConfig): object {
  if (key.kind === 'jwks') return { jwks: withoutPassword(key.url.href), ...claims };
  const { kind: _, ...secrets } = key;
  return maskSecrets({ ...secrets, ...claims });
}

function describePlacement(placement: PlacementConfig): unknown {
  const { kind, ...rest } = placement;
  if (placement.kind === 'in-process') return kind;
  if (placement.kind === 'process') return { process: rest };
  const { urls, secrets, ca, gateway, forwardBearer, accept } = placement;
  const bearer = accept.bearer && { ...accept.bearer, jwks: withoutPassword(accept.bearer.jwks.href) };
  const others = { ...(accept.hive && { hive: maskSecrets(accept.hive) }), ...(bearer && { bearer }) };
  const places = { ...(ca !== undefined && { ca }), ...(gateway !== undefined && { gateway }) };
  return { url: urls, ...maskSecrets(secrets), ...places, forwardBearer, accept: others };
}

function maskSecrets({ secret: _, olderSecrets = [], ...rest }: SigningSecrets): object {
  return { secret: olderSecrets.length === 0 ? masked : [masked, ...olderSecrets.map(() => masked)], ...rest };
}

function withoutPassword(url: string): string {
  const parsed = URL.parse(url);
  if (parsed === null) return url === 'embedded' ? url : masked;
  if (parsed.password !== '') parsed.password = masked;
  // Query parameters are masked too: PostgreSQL takes a password there, and a JWKS URL may have a key.
  for (const name of new Set(parsed.searchParams.keys()))
    if (/pass|secret|key|token/i.test(name)) parsed.searchParams.set(name, masked);
  return parsed.href;
}

function maskAt(root: object, pointer: string): void {
  const keys = pointerKeys(pointer);
  const parent = keys.slice(0, -1).reduce<unknown>(ownValue, root);
  const key = keys.at(-1);
  if (key !== undefined && isObjectOrList(parent) && Object.hasOwn(parent, key))
    Object.assign(parent, { [key]: masked });
}

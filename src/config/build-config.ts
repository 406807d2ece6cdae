import { dirname, join } from 'node:path';
import { isExtensionId } from '#base';
import type { Config, DatabaseConfig, ExtensionConfig, JwtConfig, ServerConfig, SessionConfig } from './config.ts';
import type { ConfigView } from './config-view.ts';
import type { GatewayConfig, Jwt, Session } from './gateway-config.gen.ts';
import { generatedSecret, type SecretMode } from './generated-secret.ts';
import { ownValue } from './plain-values.ts';

/** Settings of the command line that override gateway.yaml. */
export interface Overrides extends Partial<Pick<ServerConfig, 'host' | 'port'>> {
  readonly adminPort?: number | false;
}

interface BuildOptions {
  readonly file: string;
  readonly source: string;
  readonly view: ConfigView;
  readonly overrides: Overrides;
  readonly generatedSecrets: SecretMode;
}

/** Builds the Config of a validated gateway.yaml. Throws a StartupError when a generated secret is unusable. */
export async function buildConfig(gateway: GatewayConfig, options: BuildOptions): Promise<Config> {
  const { file, source, view, overrides, generatedSecrets } = options;
  const folder = dirname(file);
  const stateFolder = join(folder, '.stoa');
  const { jwt, tokens } = gateway.auth.bearer;
  const enabled = gateway.system.extensions.flatMap(({ enabled }, index) => (enabled ? [index] : []));
  return {
    file,
    folder,
    stateFolder,
    server: buildServer(gateway.server, { view, overrides }),
    database: buildDatabase(gateway.database),
    auth: {
      bearer: {
        jwt: jwt && (await buildJwt(jwt, { stateFolder, generatedSecrets })),
        tokens: tokens.map((token) => ({ ...token, sha256: token.sha256.toLowerCase() })),
      },
      session: await buildSession(gateway.auth.session, { stateFolder, generatedSecrets }),
    },
    graphql: { path: '/graphql', ...gateway.graphql },
    pages: gateway.pages,
    calls: { timeoutMs: gateway.system.callTimeoutMs, breaker: gateway.system.breaker },
    extensions: enabled.flatMap((index) => buildExtension(gateway, index, view)),
    disabled: gateway.system.extensions.flatMap(({ enabled }, index) =>
      enabled ? [] : buildExtension(gateway, index, view),
    ),
    reload: gateway.system.reload,
    watchdog: gateway.system.watchdog,
    source,
    fromEnvironment: secretPointers(view, enabled, overrides),
  };
}

function buildDatabase({ adminUrl = '', ...database }: GatewayConfig['database']): DatabaseConfig {
  return adminUrl === '' ? database : { ...database, adminUrl };
}

function buildServer(
  { admin, ...server }: GatewayConfig['server'],
  { view, overrides: { adminPort, ...overrides } }: Pick<BuildOptions, 'view' | 'overrides'>,
): ServerConfig {
  const written = typeof admin.port === 'number' ? admin.port : false;
  return {
    ...server,
    ...overrides,
    admin: {
      host: admin.host,
      port: adminPort ?? written,
      isPortChosen: adminPort !== undefined || view.isWritten('/server/admin/port'),
    },
  };
}

interface SecretPlace {
  readonly stateFolder: string;
  readonly generatedSecrets: SecretMode;
}

async function buildSession(
  { secret, signInPage, ...rest }: Session,
  { stateFolder, generatedSecrets }: SecretPlace,
): Promise<SessionConfig> {
  const value =
    secret === 'generated' ? await generatedSecret(stateFolder, 'session-secret', generatedSecrets) : secret;
  return { ...rest, secret: value, signInPage };
}

async function buildJwt(
  { secret, jwks, issuer, audience, lifetime }: Jwt,
  { stateFolder, generatedSecrets }: SecretPlace,
): Promise<JwtConfig> {
  const claims = { issuer, audience, lifetime };
  if (jwks !== undefined) return { key: { kind: 'jwks', url: new URL(jwks) }, ...claims };
  const kept = secret === undefined || secret === 'generated';
  const value = kept ? await generatedSecret(stateFolder, 'jwt-secret', generatedSecrets) : secret;
  return { key: { kind: 'secret', secret: value }, ...claims };
}

function buildExtension(gateway: GatewayConfig, index: number, view: ConfigView): readonly ExtensionConfig[] {
  const { name, resolve, timeoutMs } = gateway.system.extensions[index] ?? { name: '', resolve: '' };
  // Only for the compiler: the schema has the same pattern.
  if (!isExtensionId(name)) return [];
  const declaredAt = view.placeOf(`/system/extensions/${index}`, 'value');
  return [{ name, resolve, placement: { kind: 'in-process' }, timeoutMs, declaredAt }];
}

// The Config has only enabled extensions, so their indexes differ from those in the file.
function secretPointers(view: ConfigView, enabled: readonly number[], overrides: Overrides): readonly string[] {
  const pointers = { host: '/server/host', port: '/server/port', adminPort: '/server/admin/port' };
  const overridden = new Set(Object.keys(overrides).map((key) => ownValue(pointers, key)));
  return view.secretPointers().flatMap((pointer) => {
    if (overridden.has(pointer)) return [];
    const [, index, rest = ''] = /^\/system\/extensions\/(\d+)(.*)$/.exec(pointer) ?? [];
    if (index === undefined) return [pointer];
    const position = enabled.indexOf(Number(index));
    return position === -1 ? [] : [`/system/extensions/${position}${rest}`];
  });
}

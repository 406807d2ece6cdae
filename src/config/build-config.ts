import { dirname, join, resolve as resolvePath } from 'node:path';
import { isExtensionId, pointerKeys, pointerTo } from '#base';
import type {
  Config,
  DatabaseConfig,
  ExtensionConfig,
  JwtConfig,
  PlacementConfig,
  ServerConfig,
  SessionConfig,
  ShopConfig,
  SigningSecrets,
  WrittenSettings,
} from './config.ts';
import type { ConfigView } from './config-view.ts';
import type { GatewayConfig, Jwt, Placement, Session } from './gateway-config.gen.ts';
import { ownValue } from './plain-values.ts';
import { generatedSecret, type SecretMode } from './secrets/generated-secret.ts';
import { isSecretName } from './secrets/secret-names.ts';
import { decimalsOf, directionOf } from './shop-in.ts';

/** Settings of the command line that override gateway.yaml. */
export interface Overrides {
  readonly host?: ServerConfig['host'] | undefined;
  readonly port?: ServerConfig['port'] | undefined;
  readonly adminPort?: number | false | undefined;
  /** Whether the process runs jobs and subscribers. */
  readonly jobs?: boolean | undefined;
  /** Whether the operator asked for the demonstration: `stoa start --demo`. */
  readonly demo?: boolean | undefined;
}

interface BuildOptions {
  readonly file: string;
  readonly source: string;
  readonly view: ConfigView;
  readonly overrides: Overrides;
  readonly generatedSecrets: SecretMode;
  /** Whether the shop is opened in production, and not as a demonstration. */
  readonly isOperated: boolean;
}

/** Builds the Config of a validated gateway.yaml. Throws a StartupError when a generated secret is unusable. */
export async function buildConfig(gateway: GatewayConfig, options: BuildOptions): Promise<Config> {
  const { file, source, view, overrides, generatedSecrets, isOperated } = options;
  const folder = dirname(file);
  const stateFolder = join(folder, '.stoa');
  const { jwt, tokens } = gateway.auth.bearer;
  const enabled = gateway.system.extensions.flatMap(({ enabled }, index) => (enabled ? [index] : []));
  return {
    file,
    folder,
    stateFolder,
    shop: buildShop(gateway.shop),
    server: buildServer(gateway.server, { view, overrides }),
    database: buildDatabase(gateway.database),
    jobs: { ...gateway.jobs, enabled: overrides.jobs ?? gateway.jobs.enabled },
    files: {
      ...gateway.files,
      isPathOwed: isOperated && gateway.files.path === undefined && gateway.database.url !== 'embedded',
    },
    mail: buildMail(gateway.mail, isOperated),
    auth: {
      bearer: {
        jwt: jwt && (await buildJwt(jwt, { stateFolder, generatedSecrets })),
        tokens: tokens.map((token) => ({ ...token, sha256: token.sha256.toLowerCase() })),
      },
      session: await buildSession(gateway.auth.session, { stateFolder, generatedSecrets }),
    },
    graphql: buildGraphql(gateway.graphql),
    ...buildPages(gateway.pages, view),
    calls: { timeoutMs: gateway.system.callTimeoutMs, breaker: gateway.system.breaker },
    extensions: enabled.flatMap((index) => buildExtension(gateway, index, { view, folder })),
    disabled: gateway.system.extensions.flatMap(({ enabled }, index) =>
      enabled ? [] : buildExtension(gateway, index, { view, folder }),
    ),
    reload: gateway.system.reload,
    watchdog: gateway.system.watchdog,
    source,
    fromEnvironment: secretPointers(view, enabled, overrides),
  };
}

function buildShop({ locale, locales, url = '', ...shop }: GatewayConfig['shop']): ShopConfig {
  // The result has each locale once, in this order.
  const all = Intl.getCanonicalLocales([locale, ...(locales ?? [])]);
  const [canonical = locale] = all;
  const address = url === '' ? {} : { url: new URL(url).origin };
  const computed = { direction: directionOf(canonical), decimals: decimalsOf(shop.currency) };
  return { ...shop, ...address, locale: canonical, locales: all, ...computed };
}

/** A page without a path waits for the extension that brings it. */
function buildPages(pages: GatewayConfig['pages'], view: ConfigView): Pick<Config, 'pages' | 'pageOverrides'> {
  const all = Object.entries(pages);
  return {
    pages: Object.fromEntries(
      all.flatMap(([group, { path, ...page }]) => (path === undefined ? [] : [[group, { path, ...page }]])),
    ),
    pageOverrides: Object.fromEntries(
      all
        .filter(([group]) => view.isWritten(pointerTo('/pages', group)))
        .map(([group, page]) => [
          group,
          Object.fromEntries(
            Object.entries(page).filter(([key]) => view.isWritten(`${pointerTo('/pages', group)}/${key}`)),
          ),
        ]),
    ),
  };
}

function buildMail({ url = '', from }: GatewayConfig['mail'], isOperated: boolean): Config['mail'] {
  const isOwed = isOperated && (url === '' || from === undefined);
  return { url: url === '' ? undefined : url, from, isOwed };
}

function buildDatabase({ adminUrl, directUrl, ...database }: GatewayConfig['database']): DatabaseConfig {
  return { ...database, ...(adminUrl && { adminUrl }), ...(directUrl && { directUrl }) };
}

function buildServer(
  { admin, ...server }: GatewayConfig['server'],
  { view, overrides }: Pick<BuildOptions, 'view' | 'overrides'>,
): ServerConfig {
  const written = typeof admin.port === 'number' ? admin.port : false;
  const { host = server.host, port = server.port, adminPort } = overrides;
  return {
    ...{ ...server, host, port },
    admin: {
      host: admin.host,
      port: adminPort ?? written,
      isPortChosen: adminPort !== undefined || view.isWritten('/server/admin/port'),
    },
  };
}

interface SecretSource {
  readonly stateFolder: string;
  readonly generatedSecrets: SecretMode;
}

async function buildSession({ secret, signInPage, ...rest }: Session, source: SecretSource): Promise<SessionConfig> {
  return { ...rest, ...(await buildSecrets('session-secret', secret, source)), signInPage };
}

async function buildJwt(
  { secret = 'generated', jwks, issuer, audience, lifetime }: Jwt,
  source: SecretSource,
): Promise<JwtConfig> {
  const claims = { issuer, audience, lifetime };
  if (jwks !== undefined) return { key: { kind: 'jwks', url: new URL(jwks) }, ...claims };
  return { key: { kind: 'secret', ...(await buildSecrets('jwt-secret', secret, source)) }, ...claims };
}

/** The secret that signs, and the older ones of a list. `name` is that of the generated secret. */
async function buildSecrets(
  name: string,
  written: string | readonly string[],
  { stateFolder, generatedSecrets }: SecretSource,
): Promise<SigningSecrets> {
  const read = (text: string) => (text === 'generated' ? generatedSecret(stateFolder, name, generatedSecrets) : text);
  return signingSecrets(await Promise.all([written].flat().map(read)));
}

/** An older secret may be empty: "${STOA_JWT_SECRET_OLD:-}". */
function signingSecrets(written: string | readonly string[]): SigningSecrets {
  const [secret = '', ...olderSecrets] = [written].flat().filter((text) => text !== '');
  return olderSecrets.length === 0 ? { secret } : { secret, olderSecrets };
}

function buildExtension(
  gateway: GatewayConfig,
  index: number,
  { view, folder }: { readonly view: ConfigView; readonly folder: string },
): readonly ExtensionConfig[] {
  const entry = gateway.system.extensions[index];
  // Only for the compiler: the schema has the same pattern.
  if (entry === undefined || !isExtensionId(entry.name)) return [];
  const { name, resolve, timeoutMs, placement, permissions, settings } = entry;
  const declaredAt = view.placeOf(`/system/extensions/${index}`, 'value');
  const built = buildPlacement(placement, gateway.system, folder);
  const inSettings = (pointer: string): string => `/system/extensions/${index}/settings${pointer}`;
  const written: WrittenSettings | undefined = settings && {
    values: settings,
    placeOf: (pointer, target) => view.placeOf(inSettings(pointer), target),
    isSecret: (pointer) => view.isSecret(inSettings(pointer)) || pointerKeys(pointer).some(isSecretName),
  };
  return [
    { name, resolve, placement: built, timeoutMs, permissions, declaredAt, ...(written && { settings: written }) },
  ];
}

function buildGraphql({ accept, ...graphql }: GatewayConfig['graphql']): Config['graphql'] {
  const accepted = accept?.hive && { accept: { hive: signingSecrets(accept.hive.secret) } };
  return { path: '/graphql', ...graphql, ...accepted };
}

/** The placement of an extension, by its own entry or `system.placement`. `folder` is that of gateway.yaml. */
function buildPlacement(
  written: Placement | undefined,
  system: Pick<GatewayConfig['system'], 'placement'>,
  folder: string,
): PlacementConfig {
  const placement = written ?? system.placement;
  if (placement === 'process') return { kind: 'process', size: 1, network: false, memoryMb: 512, env: [] };
  if (typeof placement === 'string') return { kind: 'in-process' };
  const { process, url, secret = '', ca, gateway, forwardBearer, accept } = placement;
  // `checkPlacement` has refused an object with both, and one with neither.
  if (process !== undefined) return { kind: 'process', ...process };
  return {
    kind: 'url',
    urls: [url ?? []].flat(),
    secrets: signingSecrets(secret),
    ca: ca === undefined ? undefined : resolvePath(folder, ca),
    gateway,
    forwardBearer,
    accept: {
      hive: accept.hive && signingSecrets(accept.hive.secret),
      bearer: accept.bearer && { ...accept.bearer, jwks: new URL(accept.bearer.jwks) },
    },
  };
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import { safeNext } from '#auth';
import { type Logger, ownFiles, StartupError } from '#base';
import type { createLoadTrials } from '#bundle';
import { type Config, generatedSecret, readConfig } from '#config';
import { createClientOf, isLoopback } from '#edge';
import type { Session } from '#extension-api';
import { assemble, buildGateway, createSharedParts, type Gateway } from '#gateway';
import { noDatabase } from '#postgres';
import type { CredentialRefusal } from '#telemetry';
import { type AdminRoutes, sendText } from '../port/admin-routes.ts';
import { type ConsoleGate, consolePath, createConsoleGate } from './console-gate.ts';
import type { ConsoleSources } from './create-operating.ts';
import { createOperating } from './create-operating.ts';
import { createTokenAttempts, type TokenAttempts } from './token-attempts.ts';

export type ServeConsole = (gateway: Gateway, request: IncomingMessage, response: ServerResponse) => Promise<void>;

interface ConsoleOptions {
  readonly logger: Logger;
  /** Undefined until the shop is open. */
  sources(): ConsoleSources | undefined;
  readonly serve: ServeConsole;
}

/** The operators' pages on the admin port. */
export interface Console {
  readonly routes: AdminRoutes;
  close(): Promise<void>;
}

const tokenName = 'console-token';

/**
 * Creates the console: a second gateway with one extension, console/extension. The first request builds it, so an
 * unused console costs nothing. It stays while the shop's gateways are replaced.
 */
export function createConsole({ sources, serve, logger }: ConsoleOptions): Console {
  let building: Promise<BuiltConsole> | undefined;
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const there = sources();
    if (there === undefined) return sendText(response, 503, 'The shop is not open yet.\n');
    building ??= buildConsole(there, logger).catch((error: unknown) => {
      building = undefined; // the cause may end: a full disk, a folder's mode
      throw error;
    });
    const { gateway, attempts } = await building;
    attempts.watch(request, response);
    await serve(gateway, request, response);
  };
  const lead = (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(303, { location: consolePath, 'content-length': 0 }).end();
  };
  const paths = [consolePath, `${consolePath}/*`, '/assets/*'];
  return {
    routes: [
      // An operator who opens the port without a path wants the console.
      { method: 'GET', path: '/', handle: lead },
      ...paths.flatMap((path) => (['GET', 'POST'] as const).map((method) => ({ method, path, handle }))),
    ],
    async close() {
      const built = await building?.catch(() => undefined);
      await built?.gateway.dispose();
    },
  };
}

interface BuiltConsole {
  readonly gateway: Gateway;
  readonly attempts: TokenAttempts;
}

async function buildConsole(sources: ConsoleSources, logger: Logger): Promise<BuiltConsole> {
  const shop = sources.config();
  const config = await readConsoleConfig(shop);
  const token = await generatedSecret(shop.stateFolder, tokenName, 'keep');
  const clientOf = createClientOf(config.server.trustProxy);
  const onRefused = (refusal: CredentialRefusal): void => sources.telemetry.refusedCredentials.add(refusal);
  const gate = createConsoleGate({ token, clientOf, onRefused });
  const consoleLogger = logger.child({ console: true });
  const attempts = createTokenAttempts({ clientOf, logger: consoleLogger });
  const operating = createOperating({ sources, gate });
  const gateway = await buildGateway(await assemble(config), {
    logger: consoleLogger,
    database: noDatabase,
    development: false,
    // The console's module is our own, so no trial thread has to load it first.
    shared: { ...createSharedParts(), trials: noTrials },
    // Passed in the context, not imported: a bundle cannot import the server's modules.
    widenContext: (contextOf) => (extension, scope) => Object.assign(contextOf(extension, scope), { operating }),
  });
  const authenticate = attempts.guard((request) => gate.identify(request));
  const sessionOf: Gateway['sessionOf'] = (_request, response) => operatorSession(gate, { token, response });
  return { gateway: { ...gateway, authenticate, sessionOf }, attempts };
}

/** The console's sessions: each is the cookie of its gate. */
function operatorSession(
  gate: ConsoleGate,
  { token, response }: { readonly token: string; readonly response: ServerResponse },
): Session {
  return {
    async signIn() {
      response.appendHeader('set-cookie', gate.signIn(token) ?? []);
    },
    async signOut() {
      response.appendHeader('set-cookie', gate.signOut());
    },
    async signOutUser() {
      throw new Error('a console has no users');
    },
    visitor() {
      throw new Error('a console has no visitors');
    },
    safeNext,
  };
}

const noTrials: ReturnType<typeof createLoadTrials> = { try: async () => [], close: async () => undefined };

async function readConsoleConfig(shop: Config): Promise<Config> {
  // A client of a loopback address is on this machine. Over a network, reading requires the token too.
  const access = isLoopback(shop.server.admin.host) ? 'public' : 'private';
  const { config, findings } = await readConfig(ownFiles.consoleFile, { environment: { STOA_CONSOLE_ACCESS: access } });
  if (config === undefined) throw new StartupError(findings);
  return {
    ...config,
    // Bundles go here, since the package's own folder may be read-only.
    stateFolder: shop.stateFolder,
    graphql: { ...config.graphql, path: `${consolePath}/graphql` },
  };
}

import type { Socket } from 'node:net';
import { join } from 'node:path';
import type { ExtensionId } from '#base';
import { baseOf, type Config, liveFacts, type PlacementConfig, type SigningSecrets } from '#config';
import type { Context } from '#extension-api';
import type { ExtensionManifest } from '#extensions';
import { authorizationOf } from '#http';
import {
  createTickets,
  ExtensionProcesses,
  RemoteExtension,
  type StartExtension,
  signingKeys,
  sourceOf,
  startInProcess,
} from '#placement';
import type { DatabaseServer } from '#postgres';
import { depthOf } from './context-of.ts';

type Tickets = ReturnType<typeof createTickets>;

/** What the gateway does for extensions in processes of their own. */
export interface ProcessHost {
  /** Undefined for a command that answers no requests: its extensions run in its own process. */
  readonly handed: DatabaseServer['handed'] | undefined;
  readonly answerQuestions: (socket: Socket, extension: ExtensionId) => void;
}

/** Starts an extension where gateway.yaml places it. */
export function selectStart(config: Config, placement: PlacementConfig, host: ProcessHost): StartExtension {
  switch (placement.kind) {
    case 'in-process':
      return startInProcess;
    case 'process':
      return host.handed === undefined ? startInProcess : startOwnProcess(config, placement, host.handed, host);
    case 'url': {
      const { urls, secrets, ca, forwardBearer } = placement;
      const connections = urls.map((url) => sourceOf(url, ca));
      const keys = signingKeys(allSecrets(secrets));
      return (parts) => {
        const factsOf = createFactsOf(ticketsOf(config), parts.manifest, { forwardBearer, shop: config.shop });
        const keptIn = join(config.stateFolder, 'served', `${parts.manifest.id}.json`);
        return new RemoteExtension(parts, { connections, keys, factsOf, keptIn });
      };
    }
  }
}

function startOwnProcess(
  config: Config,
  placement: Extract<PlacementConfig, { readonly kind: 'process' }>,
  database: DatabaseServer['handed'],
  { answerQuestions }: ProcessHost,
): StartExtension {
  const { size, network, memoryMb, uid, env } = placement;
  const given = env.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const settings = { size, network, memoryMb, uid, env: Object.fromEntries(given) };
  return (parts) => {
    const extension = parts.manifest.id;
    return new ExtensionProcesses(parts, {
      settings,
      // The most of one process: twice a fair share, since not all extensions are busy at once.
      connections: Math.max(1, Math.floor((2 * config.database.connections) / (config.extensions.length + 1) / size)),
      database,
      answerQuestions: (socket) => answerQuestions(socket, extension),
      factsOf: createFactsOf(ticketsOf(config), parts.manifest, { forwardBearer: false, shop: config.shop }),
    });
  };
}

/** Tickets of all gateways with this config: they have one session secret. */
export function ticketsOf({ auth: { session } }: Pick<Config, 'auth'>): Tickets {
  const tickets = made.get(session) ?? createTickets(allSecrets(session));
  made.set(session, tickets);
  return tickets;
}

/** Deriving keys takes longer than a call. */
const made = new WeakMap<SigningSecrets, Tickets>();

export function allSecrets({ secret, olderSecrets = [] }: SigningSecrets): readonly string[] {
  return [secret, ...olderSecrets];
}

/** What an extension outside this process gets of a call in addition to its context. */
export function createFactsOf(
  tickets: Tickets,
  { id: extension, settings }: Pick<ExtensionManifest, 'id' | 'settings'>,
  { forwardBearer, shop }: { readonly forwardBearer: boolean; readonly shop: Context['shop'] },
): ConstructorParameters<typeof RemoteExtension>[1]['factsOf'] {
  const live = settings?.live ?? [];
  const settingsOf = live.length === 0 ? undefined : pickOnce(live);
  const known = JSON.stringify(shop);
  const pickFacts = pickOnce(liveFacts, (facts) => JSON.stringify(facts) !== known);
  return (context) => {
    const depth = depthOf(context);
    const { caller, request, visitor } = context;
    const { address, locale } = request;
    const ticket = tickets.issue({ extension, caller, visitor: visitor ?? undefined, depth, address, locale });
    const authorization = forwardBearer ? authorizationOf(context.request) : undefined;
    return {
      depth,
      ticket,
      authorization,
      settings: settingsOf?.(context.settings),
      shop: pickFacts(baseOf(context.shop)),
    };
  };
}

/** These of the values: one object for each object with values. Undefined for values that need not be sent. */
function pickOnce(names: readonly string[], isSent: (values: object) => boolean = () => true) {
  const picked = new WeakMap<object, Context['settings'] | undefined>();
  return (values: object): Context['settings'] | undefined => {
    if (!picked.has(values)) {
      const own = Object.entries(values).filter(([name]) => names.includes(name));
      picked.set(values, isSent(values) ? Object.fromEntries(own) : undefined);
    }
    return picked.get(values);
  };
}

import { type ExtensionId, errorFinding, StartupError } from '#base';
import type { Config, PlacementConfig, SigningSecrets } from '#config';
import type { Context } from '#extension-api';
import { authorizationOf } from '#http';
import {
  type CallFacts,
  createTickets,
  type StartExtension,
  signingKeys,
  sourceOf,
  startInProcess,
  startRemote,
  type Tickets,
} from '#placement';
import { depthOf } from './context-of.ts';

/** Starts an extension where gateway.yaml places it. */
export function selectStart(config: Config, placement: PlacementConfig): StartExtension {
  switch (placement.kind) {
    case 'in-process':
      return startInProcess;
    case 'process':
      return ({ manifest }) => {
        const what = `the extension "${manifest.id}" is placed in a process of its own, which this version cannot do`;
        throw new StartupError([
          errorFinding('CONFIG_INVALID', { where: manifest.declaredAt, what, fix: 'Write "placement: in-process".' }),
        ]);
      };
    case 'url': {
      const { urls, secrets, ca, forwardBearer } = placement;
      const connections = urls.map((url) => sourceOf(url, ca));
      const keys = signingKeys(allSecrets(secrets));
      return (parts) => {
        const factsOf = createFactsOf(ticketsOf(config), { extension: parts.manifest.id, forwardBearer });
        return startRemote(parts, { connections, keys, factsOf });
      };
    }
  }
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

/** What an extension outside this process gets of a call beside its context. */
export function createFactsOf(
  tickets: Tickets,
  { extension, forwardBearer }: { readonly extension: ExtensionId; readonly forwardBearer: boolean },
): (context: Context) => CallFacts {
  return (context) => {
    const depth = depthOf(context);
    const ticket = tickets.issue({ extension, caller: context.caller, depth });
    return { depth, ticket, authorization: forwardBearer ? authorizationOf(context.request) : undefined };
  };
}

import type { Context } from 'stoa';
import type { ExtensionId, ExtensionManifest, RunningGateway, TestExtension } from 'stoa/tooling';

/** Asks by `context.query` of a neighbour. The stand-ins use all internal fields. */
export function askAsOther(
  { gateway }: Pick<RunningGateway, 'gateway'>,
  { id }: Pick<ExtensionManifest, 'id'>,
): TestExtension['ask'] {
  // Without a neighbour, all internal fields are the extension's own, for which it needs no "uses".
  const asker = gateway.manifests.find((one) => one.id !== id && one.uses.length > 0)?.id ?? id;
  return async (document, variables, user) => {
    const context = contextFor(asker, { gateway, user });
    // As JSON, which is what an extension elsewhere gets.
    return JSON.parse(JSON.stringify(await context.query(document, variables)));
  };
}

interface Asked extends Pick<RunningGateway, 'gateway'> {
  /** Undefined: a guest. */
  readonly user?: Parameters<TestExtension['ask']>[2];
}

/** The context of an extension without a request. */
export function contextFor(extension: ExtensionId, { gateway, user }: Asked): Context {
  const { id: name = 'tester', permissions = [] } = user ?? {};
  return gateway.contextOf(extension, {
    request: { id: 'test', method: 'POST', url: '/', address: '127.0.0.1', headers: {} },
    caller: user === undefined ? { kind: 'guest' } : { kind: 'user', id: name, permissions },
    visitor: null,
    signal: new AbortController().signal,
    aborted: false,
    logger: gateway.logger,
    depth: 0,
  });
}

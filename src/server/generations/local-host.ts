import type { CurrentGateway, Gateway } from '#gateway';
import type { GenerationHost } from './generation-host.ts';
import { buildNextGateway, migrateNext, type ReloadParts } from './reload.ts';
import type { ShopQueue } from './shop-queue.ts';

/** The generations of one process, which builds and serves them itself. */
export function createLocalHost(current: CurrentGateway, parts: ReloadParts, queue: ShopQueue): GenerationHost {
  return {
    get serving() {
      return current.gateway;
    },
    get draining() {
      return current.draining;
    },
    async build(request) {
      const running = current.gateway;
      const { gateway, config, warnings } = await buildNextGateway({ running, ...request }, parts);
      // Tables come last: a migration is not undone when a later step fails.
      try {
        await migrateNext({ running: running.manifests, next: gateway.manifests, config }, parts);
      } catch (error) {
        await gateway.dispose();
        throw error;
      }
      const replace = async (): Promise<void> => {
        await queue.announce(gateway);
        void replaceGateway(current, gateway, parts);
        queue.serve();
        gateway.telemetry.serve(gateway);
      };
      return { served: gateway, warnings, replace };
    },
    refuse: (change) => current.refuse(change),
    close: async () => parts.shared.trials?.close(),
  };
}

/** New requests get the next gateway. Resolves when the previous one is disposed. */
export async function replaceGateway(
  current: CurrentGateway,
  gateway: Gateway,
  { database, logger }: Pick<ReloadParts, 'database' | 'logger'>,
): Promise<void> {
  const { generation } = current.gateway;
  await current.replace(gateway, { drainMs: gateway.config.reload.drainMs });
  database.keepOnly(current.gateway.manifests.map(({ id }) => id));
  logger.debug('gateway disposed', { generation });
}

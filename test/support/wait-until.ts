import { setTimeout as wait } from 'node:timers/promises';

/** Milliseconds between two looks: the first ones, and all that come late. */
const [firstMs, lastMs] = [5, 100];

/** What `find` finds. It looks ever less often, so that what it waits for has the processor. The test's time limit applies. */
export async function untilFound<Found>(find: () => Promise<Found | undefined> | Found | undefined): Promise<Found> {
  for (let ms = firstMs; ; ms = Math.min(ms * 2, lastMs)) {
    const found = await find();
    if (found !== undefined) return found;
    await wait(ms);
  }
}

/** Resolves when it is so. */
export async function waitUntil(isSo: () => Promise<boolean> | boolean): Promise<void> {
  await untilFound(async () => (await isSo()) || undefined);
}

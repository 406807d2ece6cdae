import { ComponentErrorLog, type PageTable } from '#pages';
import { testShop } from './test-config.ts';

/** For gateways without pages. */
export const noPages: PageTable = {
  find: () => undefined,
  groups: new Map(),
  generation: '',
  startPath: undefined,
  site: { icon: '', pages: [], sitemaps: [], robots: [] },
  leftOut: new ComponentErrorLog(),
  rendering: { areas: {}, shop: testShop, timeoutMs: 0 },
};

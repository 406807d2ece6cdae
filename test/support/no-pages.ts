import { LeftOutLog } from '../../src/gateway/pages/left-out-log.ts';
import type { PageTable } from '../../src/gateway/pages/page-table.ts';

/** For gateways without pages. */
export const noPages: PageTable = {
  find: () => undefined,
  groups: new Map(),
  generation: '',
  startPath: undefined,
  leftOut: new LeftOutLog(),
  rendering: { areas: {}, timeoutMs: 0 },
};

import { LeftOutLog } from '../../src/pages/left-out-log.ts';
import type { PageTable } from '../../src/pages/page-table.ts';

/** For gateways without pages. */
export const noPages: PageTable = {
  find: () => undefined,
  groups: new Map(),
  generation: '',
  startPath: undefined,
  leftOut: new LeftOutLog(),
  rendering: { areas: {}, timeoutMs: 0 },
};

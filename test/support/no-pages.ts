import { LeftOutLog, type PageTable } from '#pages';

/** For gateways without pages. */
export const noPages: PageTable = {
  find: () => undefined,
  groups: new Map(),
  generation: '',
  startPath: undefined,
  leftOut: new LeftOutLog(),
  rendering: { areas: {}, timeoutMs: 0 },
};

import { ComponentErrorLog, type PageTable } from '#pages';

/** For gateways without pages. */
export const noPages: PageTable = {
  find: () => undefined,
  groups: new Map(),
  generation: '',
  startPath: undefined,
  leftOut: new ComponentErrorLog(),
  rendering: { areas: {}, timeoutMs: 0 },
};

import { createLogger } from '#base';
import type { RequestScope } from '#http';

/** A guest's request, for operations that are run without HTTP. */
export function guestScope(url = '/graphql', logger = createLogger('warn')): RequestScope {
  return {
    request: { id: 'bench', method: 'POST', url, address: '', headers: {} },
    caller: { kind: 'guest' },
    visitor: null,
    signal: new AbortController().signal,
    logger,
    depth: 0,
    aborted: false,
  };
}

import { createLogger } from '../src/base/logger.ts';
import type { RequestScope } from '../src/http/request-scope.ts';

/** A guest's request, for operations that are run without HTTP. */
export function guestScope(url = '/graphql', logger = createLogger('warn')): RequestScope {
  return {
    request: { id: 'bench', method: 'POST', url, headers: {} },
    caller: { kind: 'guest' },
    signal: new AbortController().signal,
    logger,
    depth: 0,
    aborted: false,
  };
}

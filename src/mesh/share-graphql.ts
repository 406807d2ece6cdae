import { registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';
import { requireOwn } from '#base';

let isShared = false;

/**
 * Makes every later import of `graphql` in this process return the gateway's copy. Where the gateway is linked into
 * a project, npm installs a second copy beside Mesh. Two copies refuse each other's schemas.
 */
export function shareGraphql(): void {
  if (isShared) return;
  isShared = true;
  const known = new Map<string, string>();
  let isLooking = false;
  registerHooks({
    resolve(specifier, context, next) {
      if (isLooking || !/^graphql(?:$|\/)/.test(specifier)) return next(specifier, context);
      isLooking = true;
      try {
        const url = known.get(specifier) ?? pathToFileURL(requireOwn.resolve(specifier)).href;
        known.set(specifier, url);
        return { url, shortCircuit: true };
      } finally {
        isLooking = false;
      }
    },
  });
}

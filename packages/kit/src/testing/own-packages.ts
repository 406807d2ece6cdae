import { registerHooks } from 'node:module';
import { extensionApiUrl } from 'stoa/tooling';

/** At run time these are Stoa's own copies, also for an extension that has not installed them. */
const own = /^(?:stoa|mocha)(?:\/|$)/;
const fallback = /^(?:express|graphql|react|react-dom|chai)(?:\/|$)/;

/** Lets tests import `stoa`, `mocha` and the gateway's packages wherever their extension lies. */
export function useOwnPackages(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const here = { ...context, parentURL: extensionApiUrl };
      if (own.test(specifier)) return next(specifier, here);
      if (!fallback.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, here);
      }
    },
  });
}

import { registerHooks } from 'node:module';

/** At run time these are the copies of this package and of `stoa`, also for an extension that has installed none. */
const own = /^(?:stoa|mocha)(?:\/|$)/;
const fallback = /^(?:express|graphql|react|react-dom|chai)(?:\/|$)/;

/** Lets tests import `stoa`, `mocha` and the gateway's packages wherever their extension lies. */
export function useOwnPackages(): void {
  const stoa = import.meta.resolve('stoa');
  registerHooks({
    resolve(specifier, context, next) {
      if (own.test(specifier)) return next(specifier, { ...context, parentURL: import.meta.url });
      if (!fallback.test(specifier)) return next(specifier, context);
      try {
        return next(specifier, context);
      } catch {
        return next(specifier, { ...context, parentURL: stoa });
      }
    },
  });
}

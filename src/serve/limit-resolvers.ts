import { type ResolverCall, type ResolverFile, wrapResolvers } from '#engine';
import { ServedContext } from './served-context.ts';

/** The same resolvers. Each one's promise rejects when the time of its extension is over. */
export function limitResolvers(resolvers: ResolverFile): ResolverFile {
  return wrapResolvers(resolvers, limited);
}

function limited(resolver: ResolverCall): ResolverCall {
  return (...received) => {
    const outcome = resolver(...received);
    if (!(outcome instanceof Promise)) return outcome;
    const context = received.find((one) => one instanceof ServedContext);
    return context === undefined ? outcome : context.within(outcome);
  };
}

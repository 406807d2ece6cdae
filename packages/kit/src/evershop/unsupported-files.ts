import type { Finding } from 'stoa/tooling';

/** What a file has that Stoa does not take as it is. */
export interface Problem {
  /** From 1. */
  readonly line: number;
  readonly what: string;
  readonly fix: string;
}

/** A warning: the import goes on without it. `file` is the absolute path of the EverShop file. */
export function unsupportedFinding(file: string, { line, what, fix }: Problem): Finding {
  return { code: 'EVERSHOP_LEFT', severity: 'warning', where: { file, line }, what, fix };
}

/** Files of an EverShop extension without a counterpart that a program could write, by path below its root. */
const unsupportedFiles: readonly (Omit<Problem, 'line'> & { readonly is: RegExp })[] = [
  {
    is: /^subscribers\//,
    what: 'subscribes to an event, and Stoa has no events yet',
    fix: 'Do the work in the handler or resolver that causes the event.',
  },
  {
    is: /^cron(?:s|jobs)?\//,
    what: 'is a scheduled job, and Stoa has no scheduler yet',
    fix: 'Write a private endpoint for the work, and let the platform call it, such as a CronJob.',
  },
  {
    is: /^bootstrap\.[jt]s$/,
    what: 'registers values, hooks and jobs when EverShop starts, and Stoa runs no such file',
    fix: 'Move each part to where it is used: a resolver, a component, or a constant of a module.',
  },
  {
    is: /^migrations?\//,
    what: 'is a migration by a query builder, and migrations of Stoa are SQL',
    fix: 'Write its SQL with "npx stoa new migration create-NAME". Table names of others do not exist there.',
  },
  {
    is: /^pages\/admin\//,
    what: 'is a part of the admin panel, and Stoa has none for extensions',
    fix: 'Write a private endpoint or a private page for it.',
  },
  {
    is: /^pages\/global\/|^api\/global\//,
    what: 'runs for all routes, and handlers of Stoa belong to one',
    fix: 'Sign-in, limits and headers are keys of gateway.yaml and route.json. Call other code from each handler.',
  },
  {
    is: /\.admin\.(?:graphql|resolvers\.[jt]s)$/,
    what: 'is a part of the admin schema, and a shop of Stoa has one schema for all callers',
    fix: 'Bring over what you need, and guard it with @requiresScopes.',
  },
  {
    is: /^(?:services|lib)\//,
    what: 'is a service that nothing of what came over imports',
    fix: 'Move it into src/ when a handler or resolver needs it.',
  },
  {
    is: /^components\//,
    what: 'is a component that others import, and nothing of what came over does',
    fix: 'Move it into src/ when a page component needs it.',
  },
  {
    is: /^(?:config|translations)\//,
    what: 'is configuration of EverShop, which Stoa does not read',
    fix: 'Keys of the shop are in gateway.yaml; values of the extension are constants of a module.',
  },
];

/** Why a file has no counterpart. Undefined for files of another kind. */
export function unsupportedFile(path: string): Problem | undefined {
  const rule = unsupportedFiles.find(({ is }) => is.test(path));
  return rule && { line: 1, what: rule.what, fix: rule.fix };
}

/** Modules of EverShop, and what does their work in Stoa. */
const moduleRules: readonly (readonly [is: RegExp, fix: string])[] = [
  [
    /postgres/,
    'Ask the extension\'s own schema: await request.context.database.query("select …", [value]), or { database } of a resolver.',
  ],
  [/buildUrl|router/, 'Use request.context.url(routeId, params), or url(routeId: "…") in the query of a component.'],
  [/logger|\/log\b/, 'Use request.context.logger.'],
  [/[dD]elegate/, 'Call the function that has made the value; handlers share nothing but request.context.'],
  [/getConfig|getSetting|\/setting/, 'Write a constant, or a field that a query asks for.'],
  [/\/form\b|Form/, 'Write a <form> with useForm() of "stoa": see "Forms" in docs/extensions/rest.md.'],
  [/^@components|^@evershop\/evershop\/components/, 'Write the markup here, or leave an Area where others stand in.'],
  [/hookable|hook|registry|addProcessor/, 'Call the function itself. Other extensions take part in types and areas.'],
  [/event|emit/, 'Do the work here: there are no events yet.'],
];

/** What replaces an import of EverShop. */
export function fixOfModule(name: string): string {
  return moduleRules.find(([is]) => is.test(name))?.[1] ?? 'Write the part of it that you need, in src/.';
}

import { basename } from 'node:path';
import { isObject } from 'stoa/tooling';
import { callsOf, importsOf, mentions, nameOf, parseModule, type SourceModule, spanOf } from '../source/index.ts';
import { replaced } from './text-edits.ts';
import { exportedNodes, type ModuleOptions, translateModule } from './translate-module.ts';
import { leftUnit, type Unit, type UnitOptions } from './unit.ts';
import type { Problem } from './unsupported-files.ts';

/** Middleware of EverShop that runs for each route. Its work is the gateway's. */
const ownMiddleware = new Set([
  'context',
  'auth',
  'bodyParser',
  'payloadValidate',
  'escapeHtml',
  'errorHandler',
  'apiErrorHandler',
  'apiResponse',
  'response',
  'notFound',
  'csrf',
  'rateLimit',
  'promiseHandler',
  'authenticate',
]);

interface Handler {
  readonly path: string;
  readonly name: string;
  readonly after: readonly string[];
  readonly before: readonly string[];
  readonly ending: string;
}

/** Where the endpoints of EverShop lie: those of its API, and pages that have handlers alone. */
export type EndpointRoot = 'api' | 'pages/frontStore';

/** An endpoint, with a stub in place of handlers that do not come over. */
export function bringEndpoint(routeId: string, root: EndpointRoot, { sources, localsOf }: UnitOptions): Unit {
  const [folder, source] = [`api/${routeId}/`, `${root}/${routeId}/`];
  const from = [...sources.keys()].filter((path) => path.startsWith(source));
  const left: Unit['left'][number][] = [];
  const routeFile = `${folder}route.json`;
  const route = routeOf(sources, { root, folder: source, say: (file, problem) => left.push({ ...problem, file }) });
  if (route === undefined) {
    const what = 'is no endpoint: it adds handlers to one of another extension';
    const fix = 'An endpoint belongs to one extension. Write an endpoint of your own, or a field on its type.';
    return { from, files: {}, left: [...left, { file: from[0] ?? routeFile, line: 1, what, fix }] };
  }
  const handlers = from.flatMap((path) => handlerOf(path) ?? []);
  const parsers = handlers.filter(({ path, name }) => name === 'bodyParser' && isParser(path, sources.get(path) ?? ''));
  const others = handlers.filter((handler) => !parsers.includes(handler));
  const own = new Set(handlers.map(({ name }) => name));
  const translated = others.map((handler) => {
    const { path } = handler;
    const to = `${folder}${fileNameOf(handler, others)}`;
    return { path, to, ...bringHandler(sources.get(path) ?? '', handler, { local: localsOf(path, to), own }) };
  });
  const inFiles = (which: 'problems' | 'notes') =>
    translated.flatMap((each) => leftUnit(each.path, ...each[which]).left);
  const problems = inFiles('problems');
  const routeText = { [routeFile]: `${JSON.stringify(route, null, 2)}\n` };
  if (problems.length > 0 || translated.length === 0)
    return { from, files: { ...routeText, [`${folder}${routeId}.ts`]: stub(routeId) }, left: [...left, ...problems] };
  return {
    from,
    files: { ...routeText, ...Object.fromEntries(translated.map(({ to, text }) => [to, text])) },
    left: [...left, ...inFiles('notes')],
    packages: translated.flatMap(({ packages }) => packages),
  };
}

type Say = (file: string, problem: Problem) => void;

const routeKeys = ['methods', 'path', 'access', 'name'];

function routeOf(
  sources: UnitOptions['sources'],
  { root, folder, say }: { readonly root: EndpointRoot; readonly folder: string; readonly say: Say },
): Readonly<Record<string, unknown>> | undefined {
  const file = `${folder}route.json`;
  const route = jsonOf(sources.get(file));
  if (route === undefined) return undefined;
  for (const key of Object.keys(route).filter((each) => !routeKeys.includes(each)))
    say(file, {
      line: 1,
      what: `has "${key}", which route.json of Stoa does not know`,
      fix: 'See "route.json" in docs/extensions/rest.md.',
    });
  const schemaFile = `${folder}payloadSchema.json`;
  const schema = jsonOf(sources.get(schemaFile));
  const { methods, path, access, name } = route;
  return {
    methods,
    // EverShop serves its API below /api. Clients keep their addresses.
    path: `${root === 'api' ? '/api' : ''}${String(path).replaceAll(/\{(\w+)[^}]*\}/g, ':$1')}`,
    // A page of the storefront is public.
    access: access === 'public' || root !== 'api' ? 'public' : 'private',
    ...(typeof name === 'string' && { summary: name }),
    ...(schema !== undefined && { bodySchema: withoutMessages(schema, () => say(schemaFile, messagesLeft)) }),
  };
}

const messagesLeft: Problem = {
  line: 1,
  what: 'has errorMessage, which is no keyword of JSON Schema',
  fix: 'The gateway says what is wrong with a body, in words of its own.',
};

function withoutMessages(schema: unknown, found: () => void): unknown {
  if (Array.isArray(schema)) return schema.map((each) => withoutMessages(each, found));
  if (!isObject(schema)) return schema;
  if (isObject(schema.errorMessage) || typeof schema.errorMessage === 'string') found();
  const kept = Object.entries(schema).filter(([key]) => !['errorMessage', '$schema', '$id'].includes(key));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutMessages(value, found)]));
}

function jsonOf(text: string | undefined): Readonly<Record<string, unknown>> | undefined {
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined; // Discovery of EverShop refuses it, too.
  }
}

/** `[a,b]name[c].js` runs after a and b, and before c. */
function handlerOf(path: string): Handler | undefined {
  const [, after = '', name, before = '', ending = ''] =
    /^((?:\[[^[\]]*\])*)([\w-]+)((?:\[[^[\]]*\])*)\.([jt]s)$/.exec(basename(path)) ?? [];
  if (name === undefined) return undefined;
  const names = (brackets: string): readonly string[] => brackets.match(/[\w-]+/g) ?? [];
  return { path, name, after: names(after), before: names(before), ending };
}

/** Only its own handlers can be in brackets. Those that it runs before get it as a prerequisite. */
function fileNameOf(handler: Handler, all: readonly Handler[]): string {
  const own = new Set(all.map(({ name }) => name));
  const earlier = [
    ...handler.after.filter((name) => own.has(name)),
    ...all.filter(({ before }) => before.includes(handler.name)).map(({ name }) => name),
  ];
  const brackets = [...new Set(earlier)].filter((name) => name !== handler.name).map((name) => `[${name}]`);
  return `${brackets.join('')}${handler.name}.${handler.ending}`;
}

/** The gateway parses bodies. Such a handler would only take longer. */
function isParser(path: string, text: string): boolean {
  const modules = importsOf(parseModule(path, text)).map(({ specifier }) => specifier);
  return modules.length > 0 && modules.every((name) => ['body-parser', 'express'].includes(name)) && text.length < 1500;
}

/** `own`: names of the endpoint's handlers. */
function bringHandler(
  text: string,
  { path, after }: Handler,
  { local, own }: Pick<ModuleOptions, 'local'> & { readonly own: ReadonlySet<string> },
) {
  const module = translateModule(text, { file: path, local });
  const problems = [...module.problems, ...signatureProblems(module.original)];
  const unknown = after.filter((each) => !ownMiddleware.has(each) && !own.has(each));
  const notes = unknown.map((each) => ({
    line: 1,
    what: `runs after "${each}", which this endpoint does not have`,
    fix: 'Do its work in this handler, or in one of your own.',
  }));
  return { ...module, problems, notes: [...module.notes, ...notes], text: withNext(parseModule(path, module.text)) };
}

/** The function that a module exports. */
function exportedFunction(module: SourceModule) {
  const found = exportedNodes(module)[0];
  const isFunction =
    found?.type === 'FunctionDeclaration' ||
    found?.type === 'FunctionExpression' ||
    found?.type === 'ArrowFunctionExpression';
  return isFunction ? found : undefined;
}

function signatureProblems(module: SourceModule): readonly Problem[] {
  const found = exportedFunction(module);
  const say = (what: string, fix: string): readonly Problem[] => [{ line: 1, what, fix }];
  if (found === undefined)
    return say('exports no function by default', 'Write export default (request, response, next) => …');
  const names = found.params.map((each) => nameOf(each) ?? '');
  if (/^(?:err|error)$/.test(names[0] ?? ''))
    return say('is a handler of errors', 'Throw StoaError where it happens: the gateway answers.');
  const delegate = names.length === 4 ? names[2] : undefined;
  if (delegate === undefined || !mentions(found.body, delegate)) return [];
  const fix = 'Import the function that made the value, and call it here.';
  return say(`reads "${delegate}", what earlier handlers have answered`, fix);
}

const answers = ['json', 'send', 'redirect', 'end', 'sendFile', 'download', 'render', 'sendStatus'];

/**
 * EverShop goes on after a handler without `next`, and gives an older form of handler a third parameter. Express does
 * neither.
 */
function withNext(module: SourceModule): string {
  const { text, program } = module;
  const found = exportedFunction(module);
  if (found === undefined) return text;
  const [, second, third, fourth] = found.params;
  if (second && third && fourth)
    return replaced(text, [{ start: spanOf(second).end, end: spanOf(third).end, text: '' }]);
  if (third !== undefined || callsOf(found.body, answers).some(({ of }) => of !== undefined)) return text;
  const exported = program?.body.find(({ type }) => type === 'ExportDefaultDeclaration');
  if (exported === undefined) return text;
  const handler = { start: spanOf(exported).start, end: spanOf(found).start, text: 'const handler = ' };
  return `${replaced(text, [handler]).trimEnd()}

export default async (request, response, next) => {
  await handler(request, response);
  next();
};
`;
}

function stub(routeId: string): string {
  return `import { StoaError } from 'stoa';

// stoa-allow LINT_NO_BODY: it takes none before its handlers come over.
// The handlers are in EverShop's api/${routeId}/. "stoa import-evershop" has said what keeps them there.
export default (): never => {
  throw new StoaError('NOT_BROUGHT_OVER', '${routeId} is not brought over from EverShop yet.', { status: 501 });
};
`;
}

import { basename, join } from 'node:path';
import { didYouMean, type ExtensionId, nearestName, pointerTo } from '#base';
import { parseFieldType } from './field-type.ts';
import { checkSchema } from './files/check-schema.ts';
import { type JsonFile, readJsonFile, reportInvalid } from './files/json-text.ts';
import { type Listing, listFolder } from './files/list-folder.ts';
import { type Report, reportStrays } from './files/report.ts';
import { isHandlerFile } from './files/source-file.ts';
import { type EndpointManifest, isRouteId } from './manifest.ts';
import { type Fields, messagesOf, readFields } from './read-fields.ts';
import { readFiles } from './read-files.ts';
import { readHandlers } from './read-handlers.ts';
import type { RouteJson } from './route-json.gen.ts';
import { readRoutePath } from './route-path.ts';
import { validate } from './route-validator.gen.js';

/** Reads the folder of an endpoint. Undefined when its route.json is unusable. */
export async function readEndpoint(
  { extension, root, folder }: { readonly extension: ExtensionId; readonly root: string; readonly folder: string },
  report: Report,
): Promise<EndpointManifest | undefined> {
  const routeId = basename(folder);
  if (!isRouteId(routeId)) {
    const what = `"${routeId}" cannot be the name of an endpoint`;
    report('ENDPOINT_NAME', join(folder, 'route.json'), { what, fix: 'Use letters and digits, a letter first.' });
    return undefined;
  }
  const listing = await listFolder(folder, root, report);
  const file = join(folder, 'route.json');
  if (!listing.files.includes('route.json')) {
    reportMissing(listing, report);
    return undefined;
  }
  const handlers = readHandlers(folder, listing.files.filter(isHandlerFile), report);
  const read = await readRouteJson(file, report);
  reportUnknown(listing, read?.route, report);
  if (read === undefined) return undefined;
  return describeEndpoint({ extension, routeId, handlers }, { ...read, listing }, report);
}

/** The specification's name for the handler that parses the body. */
const parserName = 'bodyParser';

async function describeEndpoint(
  known: Pick<EndpointManifest, 'extension' | 'routeId' | 'handlers'>,
  { json, route, listing }: ReadRoute & { readonly listing: Listing },
  report: Report,
): Promise<EndpointManifest> {
  const paramNames = readRoutePath(route.path, json.placeOf('/path'), report);
  reportContradictions(route, json, report);
  const hasParser = known.handlers.some(({ name }) => name === parserName);
  if (hasParser && route.parsesBody === false) reportParser(json, report);
  if (route.consumes?.includes('multipart') && (hasParser || route.parsesBody === true)) reportParsed(json, report);
  const body = await readBody({ json, route }, listing, report);
  reportLimitedFields({ json, route }, Object.keys(Object(body?.schema.properties)), report);
  return {
    ...known,
    source: json.placeOf('/path'),
    summary: route.summary,
    methods: route.methods,
    path: route.path,
    access: route.access,
    permissions: route.permissions ?? [],
    paramNames,
    schemas: {
      params: readParams({ json, route }, paramNames, report),
      query: route.query && readFields(route.query, '/query', { placeOf: json.placeOf, report, texts: true }).schema,
      body: body?.schema,
    },
    requiredBodyFields: body?.required ?? [],
    messages: { ...body?.messages, ...messagesOf(route.files ?? {}) },
    consumes: route.consumes ?? ['json'],
    files: readFiles(route, json, report),
    parsesBody: body !== undefined && (hasParser || route.parsesBody === true),
    form: route.form && { page: route.form.page, at: json.placeOf('/form/page') },
    timeoutMs: route.timeoutMs,
    bodyLimit: route.bodyLimit,
    rateLimit: route.rateLimit && { by: 'caller', ...route.rateLimit },
  };
}

interface ReadRoute {
  readonly json: JsonFile;
  readonly route: RouteJson;
}

function readParams(
  { json, route }: ReadRoute,
  names: readonly string[],
  report: Report,
): Fields['schema'] | undefined {
  const given = route.params ?? {};
  for (const [name, field] of Object.entries(given)) {
    const pointer = pointerTo('/params', name);
    if (!names.includes(name)) {
      const what = `"params" types ":${name}", but the path has no such segment`;
      report('ROUTE_JSON_INVALID', json.placeOf(pointer, 'key'), { what, fix: didYouMean(name, names) });
    }
    const type = typeof field === 'string' ? field : field.type;
    const parsed = parseFieldType(type);
    if (parsed.kind === 'wrong' || (parsed.kind === 'scalar' && parsed.required)) continue;
    const what = `"params" types ":${name}" as "${type}", but a segment of the path is always there and never a list`;
    report('ROUTE_FIELD_TYPE', json.placeOf(pointer), { what, fix: 'Write e.g. "String!" or "Int!".' });
  }
  if (names.length === 0) return undefined;
  // The check of the path reports reserved names.
  const usable = names.filter((name) => !(name in Object.prototype));
  const fields = Object.fromEntries(
    usable.map((name) => [name, Object.hasOwn(given, name) ? (given[name] ?? 'String!') : 'String!']),
  );
  return readFields(fields, '/params', { placeOf: json.placeOf, report }).schema;
}

async function readBody({ json, route }: ReadRoute, listing: Listing, report: Report): Promise<Fields | undefined> {
  if (route.bodySchema !== undefined) {
    return readBodySchema({ json, bodySchema: route.bodySchema, listing }, report);
  }
  if (route.body === undefined && route.consumes?.includes('multipart') !== true) return undefined;
  const fields = readFields(route.body ?? {}, '/body', { placeOf: json.placeOf, report });
  if (route.additional !== false) return fields;
  return { ...fields, schema: { ...fields.schema, additionalProperties: false } };
}

function reportContradictions(route: RouteJson, json: JsonFile, report: Report): void {
  const contradict = (pointer: string, what: string, fix: string): void =>
    report('ROUTE_JSON_INVALID', json.placeOf(pointer, 'key'), { what, fix });
  if (route.access === 'public' && (route.permissions?.length ?? 0) > 0)
    contradict('/permissions', '"permissions" on a public route, which checks none', 'Set "access" to "private".');
  if (route.body !== undefined && route.bodySchema !== undefined)
    contradict('/bodySchema', 'both "body" and "bodySchema" describe the body', 'Keep one of the two.');
  if (route.additional !== undefined && route.body === undefined)
    contradict(
      '/additional',
      '"additional" speaks of "body", which is not there',
      'In a JSON Schema, write "additionalProperties".',
    );
  if (route.parsesBody !== undefined && route.body === undefined && route.bodySchema === undefined)
    contradict(
      '/parsesBody',
      '"parsesBody" speaks of a body that neither "body" nor "bodySchema" describes',
      'Remove it: handlers always read such a body themselves.',
    );
  if (route.form !== undefined && route.consumes?.some((kind) => kind !== 'json') !== true)
    contradict('/form', '"form" names a page with a form, but no form is taken', 'Add "form" to "consumes".');
  const described = route.body !== undefined ? 'body' : 'bodySchema';
  if (route[described] !== undefined && route.methods.every((method) => method === 'GET'))
    contradict(
      `/${described}`,
      `"${described}" on a route whose only method, GET, has no body`,
      'Use "query", or add a method.',
    );
}

/** A limit of a field's values needs the field. */
function reportLimitedFields({ json, route }: ReadRoute, fields: readonly string[], report: Report): void {
  for (const name of Object.keys(route.rateLimit?.perValue ?? {})) {
    if (fields.includes(name)) continue;
    const what = `"rateLimit" limits the values of "${name}", which the body does not have`;
    const place = json.placeOf(pointerTo('/rateLimit/perValue', name), 'key');
    report('ROUTE_JSON_INVALID', place, { what, fix: didYouMean(name, fields) });
  }
}

function reportParser(json: JsonFile, report: Report): void {
  report('ROUTE_JSON_INVALID', json.placeOf('/parsesBody'), {
    what: `"parsesBody" is false, but a handler is named "${parserName}", which parses the body`,
    fix: 'Remove "parsesBody", or rename the handler.',
  });
}

/** The gateway has then parsed the body, and its bytes are gone. */
function reportParsed(json: JsonFile, report: Report): void {
  report('ROUTE_JSON_INVALID', json.placeOf('/consumes', 'key'), {
    what: `handlers are to parse the body, and the gateway parses a multipart body itself`,
    fix: `Remove "parsesBody" and the handler "${parserName}". "request.body" and "request.files" are what was sent.`,
  });
}

function reportMissing({ folder, files }: Listing, report: Report): void {
  const near = nearestName('route.json', files);
  const fix = near === undefined ? 'Add one, with "methods", "path" and "access".' : `Rename ${near} to route.json.`;
  report('ROUTE_JSON_MISSING', join(folder, 'route.json'), { what: 'there is no such file', fix });
}

function reportUnknown({ folder, files, folders }: Listing, route: RouteJson | undefined, report: Report): void {
  // With a broken route.json, or a missing file, any JSON file may be the body schema.
  const named = route?.bodySchema;
  const isKnown = route !== undefined && (typeof named !== 'string' || files.includes(named));
  const isNamed = (name: string): boolean => (isKnown ? named === name : name.endsWith('.json'));
  for (const name of files) {
    if (name === 'route.json' || name === 'README.md' || isHandlerFile(name) || isNamed(name)) continue;
    reportStrays(folder, [name], { what: 'is nothing that an endpoint has', fix: fixForUnknown(name) }, report);
  }
  const fix = 'Modules that handlers share belong in a folder next to api/, e.g. src/.';
  reportStrays(folder, folders, { what: 'is a folder in an endpoint', fix }, report);
}

function fixForUnknown(name: string): string {
  if (/\.(?:test|spec)\.[jt]sx?$/.test(name)) return "Tests belong in the extension's test/ folder.";
  if (/\.[cm]?[jt]sx?$/.test(name)) return 'Handlers end in .ts or .js; other modules belong in e.g. src/.';
  if (name.endsWith('.json')) return 'Name it as "bodySchema" in route.json, or remove it.';
  return 'Remove it.';
}

/** Reads and validates a route.json. Reports every problem, and returns undefined when there is one. */
async function readRouteJson(file: string, report: Report): Promise<ReadRoute | undefined> {
  const json = await readJsonFile(file, 'ROUTE_JSON_SYNTAX', report);
  if (json === undefined) return undefined;
  const { value } = json;
  if (validate(value)) return { json, route: value };
  reportInvalid('ROUTE_JSON_INVALID', json, validate.errors, report);
  return undefined;
}

const bodySchemaCode = 'BODY_SCHEMA_INVALID';

interface BodySchemaSource {
  readonly json: JsonFile;
  readonly bodySchema: object | string;
  /** Of the folder of the endpoint. */
  readonly listing: Listing;
}

/** Reads the JSON Schema of a body, from route.json or a file next to it. Undefined for an unusable one. */
async function readBodySchema(source: BodySchemaSource, report: Report): Promise<Fields | undefined> {
  const { bodySchema, json } = source;
  const { folder, files } = source.listing;
  if (typeof bodySchema !== 'string')
    return fieldsOf(bodySchema, { json, base: '/bodySchema', code: bodySchemaCode }, report);
  if (!files.includes(bodySchema)) {
    const what = `"bodySchema" names the file "${bodySchema}", which is not in this folder`;
    const candidates = files.filter((name) => name.endsWith('.json') && name !== 'route.json');
    report(bodySchemaCode, json.placeOf('/bodySchema'), { what, fix: didYouMean(bodySchema, candidates) });
    return undefined;
  }
  const file = await readJsonFile(join(folder, bodySchema), bodySchemaCode, report);
  return file === undefined ? undefined : fieldsOf(file.value, { json: file, base: '', code: bodySchemaCode }, report);
}

function fieldsOf(...given: Parameters<typeof checkSchema>): Fields | undefined {
  const schema = checkSchema(...given);
  return schema && { schema, required: Array.isArray(schema.required) ? schema.required.map(String) : [] };
}

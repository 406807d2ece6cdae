import { isObject } from '#base';
import type { Config } from '#config';
import type { EndpointManifest, JsonSchema } from '#extensions';
import { mediaTypes, takesBody } from '#rest';
import { refusals, statusesOf } from './describe-errors.ts';
import { exampleOf } from './example-of.ts';

interface OperationParts {
  readonly endpoint: EndpointManifest;
  readonly method: EndpointManifest['methods'][number];
  /** Unique in the document. */
  readonly name: string;
  readonly config: Pick<Config, 'server'>;
}

export function describeOperation({ endpoint, method, name, config }: OperationParts): object {
  const { extension, summary, methods, schemas, access, permissions } = endpoint;
  const hasBody = schemas.body !== undefined && takesBody(endpoint, method);
  const parameters = parametersOf(endpoint);
  const statuses = statusesOf(endpoint, config, hasBody);
  return {
    operationId: methods.length === 1 ? name : operationIdOf(method.toLowerCase(), name),
    tags: [extension],
    ...(summary !== undefined && { summary }),
    description: limitsOf(endpoint, config),
    // OpenAPI 3.1 takes names of roles here for every kind of scheme.
    security: access === 'public' ? [] : [{ bearer: permissions }, { session: permissions }],
    ...(parameters.length > 0 && { parameters }),
    ...(hasBody && { requestBody: bodyOf(endpoint, name) }),
    responses: {
      '2XX': {
        description: 'Success. The status 204 has no body.',
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Success' } } },
      },
      ...(hasBody &&
        endpoint.consumes.some((kind) => kind !== 'json') && {
          303: { description: 'Success of a form: the next page.' },
        }),
      ...Object.fromEntries(statuses.map((status) => [status, refusalOf(status, endpoint)])),
    },
  };
}

export function operationIdOf(first: string, name: string): string {
  return first + name.charAt(0).toUpperCase() + name.slice(1);
}

function limitsOf(endpoint: EndpointManifest, { server }: Pick<Config, 'server'>): string {
  const whole = endpoint.consumes.includes('multipart') ? server.limits.upload : server.limits.body;
  const { timeoutMs = server.limits.timeoutMs, bodyLimit = whole, rateLimit, permissions } = endpoint;
  return [
    ...(permissions.length > 0 ? [`Needs the permission ${permissions.join(' and ')}.`] : []),
    ...(rateLimit === undefined ? [] : [`Answers ${rateLimit.points} requests of a caller in ${rateLimit.seconds} s.`]),
    ...(endpoint.schemas.body === undefined ? [] : [`The body has at most ${bodyLimit} bytes.`]),
    `Takes at most ${timeoutMs} ms.`,
  ].join(' ');
}

function parametersOf({ paramNames, schemas }: EndpointManifest): readonly object[] {
  const inPath = paramNames.map((name) => parameter('path', name, { schema: schemas.params, required: true }));
  const query = isObject(schemas.query?.properties) ? Object.keys(schemas.query.properties) : [];
  const required = Array.isArray(schemas.query?.required) ? schemas.query.required : [];
  const inQuery = query.map((name) =>
    parameter('query', name, { schema: schemas.query, required: required.includes(name) }),
  );
  return [...inPath, ...inQuery];
}

function parameter(
  place: 'path' | 'query',
  name: string,
  { schema: whole, required }: { readonly schema: JsonSchema | undefined; readonly required: boolean },
): object {
  const properties = isObject(whole?.properties) ? whole.properties : {};
  const own = Object.hasOwn(properties, name) ? properties[name] : undefined;
  const { description, ...schema } = isObject(own) ? own : { type: 'string' };
  const example = exampleOf(schema, name);
  return {
    name,
    in: place,
    required,
    ...(typeof description === 'string' && { description }),
    schema,
    ...(example !== undefined && { example }),
  };
}

function bodyOf({ schemas, consumes, files, requiredBodyFields }: EndpointManifest, name: string): object {
  const example = schemas.body && exampleOf(schemas.body);
  const media = {
    schema: { $ref: `#/components/schemas/${name}Body` },
    ...(example !== undefined && { example }),
  };
  const required =
    requiredBodyFields.length > 0 ||
    schemas.body?.type !== 'object' ||
    Object.values(files).some((file) => file.required);
  const contents = consumes.map((kind) => [mediaTypes[kind], kind === 'multipart' ? withFiles(media, files) : media]);
  return { required, content: Object.fromEntries(contents) };
}

/** A Media Type Object of a form with files, after https://spec.openapis.org/oas/v3.1.1#encoding-object. */
function withFiles(media: { readonly schema: object }, files: EndpointManifest['files']): object {
  const entries = Object.entries(files);
  if (entries.length === 0) return media;
  const properties = entries.map(([name, { description, max }]) => {
    const one = { type: 'string', format: 'binary', ...(description !== undefined && { description }) };
    return [name, max === undefined ? one : { type: 'array', items: one, maxItems: max }] as const;
  });
  const required = entries.flatMap(([name, rule]) => (rule.required ? [name] : []));
  const own = { type: 'object', properties: Object.fromEntries(properties), ...(required.length > 0 && { required }) };
  const encoding = entries.map(([name, { types }]) => [name, { contentType: types.join(', ') }] as const);
  return { schema: { allOf: [media.schema, own] }, encoding: Object.fromEntries(encoding) };
}

/** The route's own words, where it has some. */
function refusalOf(status: string, { requiredBodyFields, permissions }: EndpointManifest): object {
  const shared = { $ref: `#/components/responses/${refusals[status]?.name}` };
  const names = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(requiredBodyFields);
  const verb = requiredBodyFields.length === 1 ? 'is' : 'are';
  const error =
    status === '400' && requiredBodyFields.length > 0
      ? `${names.replace(', and ', ' and ')} ${verb} required`
      : status === '403' && permissions.length > 0
        ? `This route needs the permission ${permissions.join(', ')}.`
        : undefined;
  if (error === undefined) return shared;
  const media = { schema: { $ref: '#/components/schemas/Error' }, example: { error } };
  return { description: refusals[status]?.description, content: { 'application/json': media } };
}

import type { IncomingMessage } from 'node:http';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { createAjv, pointerKeys, pointerName, pointerTo } from '../base/json-schema.ts';
import { RequestError } from '../base/request-error.ts';
import type { EndpointManifest, JsonSchema } from '../extensions/manifest.ts';
import { coerceBySchema, parseTextFields } from '../subapp/coerce-by-schema.ts';
import { parseBody } from './parse-body.ts';

/** One request's input, before it is known to be what route.json promises. */
export interface RawInput {
  readonly request: IncomingMessage;
  readonly params: Readonly<Record<string, string>>;
  /** The query string, without its `?`. */
  readonly search: string;
  readonly body: Buffer | undefined;
}

/** Input as route.json describes it, its texts turned into the values that the schemas name. */
export interface ValidInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Throws RequestError 400, 403 (a form from elsewhere) or 415 with a message for the one who wrote the request. */
export type ValidateInput = (input: RawInput) => ValidInput;

/** Makes the functions that compile endpoints' schemas; what they share is the compiler. */
export function createInputCompiler(): (endpoint: EndpointManifest) => ValidateInput {
  // The first violation is enough for an answer, and keeps a hostile body from causing thousands.
  const texts = createAjv({ allErrors: false, useDefaults: true });
  const bodies = createAjv({ allErrors: false });

  return (endpoint) => {
    const { params, query, body } = endpoint.schemas;
    const checkParams = params && texts.compile(params);
    const checkQuery = query && texts.compile(query);
    const checkBody = body && compileBody(body, bodies);
    return (input) => {
      const valid = {
        params: coerceBySchema(input.params, params),
        query: coerceBySchema(parseTextFields(input.search), query),
      };
      refuse(checkParams, valid.params, 'the path');
      refuse(checkQuery, valid.query, 'the query');
      if (checkBody !== undefined) validateBody(endpoint, checkBody, input);
      return valid;
    };
  };
}

// A schema of the team's own may carry an $id, and two endpoints may use the same one.
function compileBody(schema: JsonSchema, shared: ReturnType<typeof createAjv>): ValidateFunction {
  return ('$id' in schema ? createAjv({ allErrors: false }) : shared).compile(schema);
}

function validateBody(endpoint: EndpointManifest, check: ValidateFunction, { request, body }: RawInput): void {
  if (body === undefined) {
    if (needsBody(endpoint, request.method)) throw bodyMissing(endpoint);
    return;
  }
  const value = parseBody(body, request, endpoint);
  if (value === null) throw bodyMissing(endpoint);
  if (check(value)) return;
  const missing =
    typeof value === 'object' &&
    !Array.isArray(value) &&
    endpoint.requiredBodyFields.some((name) => isBlank(value, name));
  throw missing ? bodyMissing(endpoint) : violation(check.errors, 'the body');
}

/** Of an endpoint with several methods, the body belongs to those that conventionally have one. */
function needsBody({ methods }: EndpointManifest, method: string | undefined): boolean {
  const withBody = methods.filter((candidate) => ['POST', 'PUT', 'PATCH'].includes(candidate));
  return withBody.length === 0 || withBody.some((candidate) => candidate === method);
}

function isBlank(body: object, name: string): boolean {
  const value: unknown = Object.hasOwn(body, name)
    ? Object.entries(body).find(([key]) => key === name)?.[1]
    : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

function bodyMissing({ requiredBodyFields: names }: EndpointManifest): RequestError {
  if (names.length === 0) return badInput('a body is required');
  const last = names.at(-1);
  return badInput(
    names.length === 1 ? `${last} is required` : `${names.slice(0, -1).join(', ')} and ${last} are required`,
  );
}

function refuse(check: ValidateFunction | undefined, value: object, whole: string): void {
  if (check !== undefined && !check(value)) throw violation(check.errors, whole);
}

// Of a choice (anyOf, oneOf) ajv lists the branches' errors first: the last one speaks for all.
function violation(errors: ErrorObject[] | null | undefined, whole: string): RequestError {
  const error = errors?.at(-1);
  return badInput(error === undefined ? `${whole} is not what the route describes` : violationText(error, whole));
}

function violationText(error: ErrorObject, whole: string): string {
  const { instancePath, keyword, params } = error;
  const subject = instancePath === '' ? whole : pointerName(instancePath);
  switch (keyword) {
    case 'required':
    case 'dependentRequired':
      return `${pointerName(pointerTo(instancePath, String(params.missingProperty)))} is required`;
    case 'additionalProperties':
    case 'unevaluatedProperties': {
      const name = String(params.additionalProperty ?? params.unevaluatedProperty);
      return `${pointerName(pointerTo(instancePath, name))} is not a known field`;
    }
    case 'type':
      return `${subject} must be ${typeWords(params.type)}${isRepeated(error) ? ', and given once' : ''}`;
    case 'enum':
      return `${subject} must be one of ${JSON.stringify(params.allowedValues).slice(1, -1).replaceAll(',', ', ')}`;
    case 'pattern':
      return params.pattern === '\\S' ? `${subject} must not be empty` : `${subject} must match ${params.pattern}`;
    case 'minLength':
      return params.limit === 1
        ? `${subject} must not be empty`
        : `${subject} must have at least ${params.limit} characters`;
    case 'maxLength':
      return `${subject} must have at most ${params.limit} characters`;
    case 'format':
      return `${subject} is not a valid ${params.format}`;
    default:
      return `${subject} ${error.message?.replace('NOT', 'not') ?? `breaks the rule "${keyword}"`}`;
  }
}

function isRepeated({ data, instancePath, params }: ErrorObject): boolean {
  return Array.isArray(data) && pointerKeys(instancePath).length === 1 && params.type !== 'array';
}

function typeWords(type: unknown): string {
  const types = (Array.isArray(type) ? type : [type]).filter((name) => name !== 'null').map(String);
  return types.map((name) => words[name] ?? name).join(' or ');
}

const words: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

function badInput(message: string): RequestError {
  return new RequestError('BAD_USER_INPUT', 400, message);
}

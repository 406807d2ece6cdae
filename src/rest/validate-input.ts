import type { IncomingMessage } from 'node:http';
import type { ErrorObject, ValidateFunction } from 'ajv';
import { badInput, type ClientInfo, createAjv, pointerKeys, pointerName, pointerTo, type RequestError } from '#base';
import type { EndpointManifest, JsonSchema } from '#extensions';
import { type CoreTexts, coreTexts, coreTextsFor } from '#http';
import { coerceBySchema, parseTextFields } from './body/coerce-by-schema.ts';
import { parseBody, takesBody, typedForm } from './body/parse-body.ts';
import type { ReceivedForm, WriteText } from './body/receive-form.ts';
import { isForm } from './sub-app/extension-body.ts';

/** The input of one request before validation. */
export interface RawInput {
  readonly request: IncomingMessage;
  readonly client: ClientInfo;
  readonly params: Readonly<Record<string, string>>;
  /** The query string, without its `?`. */
  readonly search: string;
  readonly body: Buffer | undefined;
  /** Writes a text of the extension, in the locale of the request. */
  readonly text: WriteText;
  /** A multipart body, which has been received. `body` is then undefined. */
  readonly form?: ReceivedForm | undefined;
}

/** Input that matches the schemas of route.json. Texts are converted to the types in the schemas. */
export interface ValidInput {
  readonly params: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  /** The body as it was checked; undefined without one, and where route.json does not describe it. */
  readonly parsed: unknown;
}

/** Throws RequestError with a message for the client: 400, 403 for a form of another site, or 415. */
export type ValidateInput = (input: RawInput) => ValidInput;

/** Creates a function that compiles the schemas of endpoints. All endpoints share one compiler. */
export function createInputCompiler(): (endpoint: EndpointManifest) => ValidateInput {
  // Stops at the first violation, so a hostile body cannot cause thousands.
  const texts = once(() => createAjv({ allErrors: false, useDefaults: true }));
  const bodies = once(() => createAjv({ allErrors: false }));
  // Finds all violations, so a page can show an error for each field of a form.
  const forms = once(() => createAjv({ allErrors: true }));

  return (endpoint) => {
    const { params, query, body } = endpoint.schemas;
    const checkParams = params && texts().compile(params);
    const checkQuery = query && texts().compile(query);
    const checkBody = body && compileBody(body, bodies);
    // Only a form that is wrong needs it, and this code is the longer one.
    const checkFields = body && endpoint.form ? once(() => compileBody(body, forms, { allErrors: true })) : undefined;
    return (input) => {
      const valid = {
        params: params === undefined ? input.params : coerceBySchema(input.params, params),
        query: textQuery(input.search, query),
      };
      const words = wordsOf(endpoint, input);
      refuse(checkParams, valid.params, { whole: 'the path', words });
      refuse(checkQuery, valid.query, { whole: 'the query', words });
      const parsed = checkBody && validateBody(endpoint, { checkBody, checkFields }, input);
      return { ...valid, parsed };
    };
  };
}

function textQuery(search: string, schema: JsonSchema | undefined): Readonly<Record<string, unknown>> {
  const fields = parseTextFields(search);
  return schema === undefined ? fields : coerceBySchema(fields, schema);
}

type Ajv = ReturnType<typeof createAjv>;

// Created on first use: a shop without endpoints compiles nothing.
function once<Made>(create: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= create();
    return made;
  };
}

// A team's schema may have an $id, and two endpoints may use the same $id.
function compileBody(
  schema: JsonSchema,
  shared: () => Ajv,
  options: { readonly allErrors: boolean } = { allErrors: false },
): ValidateFunction {
  return ('$id' in schema ? createAjv(options) : shared()).compile(schema);
}

interface BodyChecks {
  readonly checkBody: ValidateFunction;
  /** What finds all violations. Defined for endpoints whose form is on a page. */
  readonly checkFields: (() => ValidateFunction) | undefined;
}

function validateBody(
  endpoint: EndpointManifest,
  { checkBody, checkFields }: BodyChecks,
  { request, client, body, form, text }: RawInput,
): unknown {
  const words = wordsOf(endpoint, { request, text });
  const texts = coreTextsFor(request);
  const explain = (value: unknown): FieldErrors =>
    checkFields !== undefined && isForm(request) ? fieldErrors(checkFields(), value, { endpoint, words }) : {};
  const absent = (value: unknown): RequestError =>
    badInput(bodyMissing(endpoint.requiredBodyFields, texts), explain(value));
  if (body === undefined && !takesBody(endpoint, request.method)) return undefined;
  // An absent body is one without members. An absent form still has a sender.
  const isAbsent = body === undefined && !isForm(request);
  const parse = (): unknown => (isAbsent ? {} : parseBody(body ?? Buffer.alloc(0), { request, client }, endpoint));
  const value = form === undefined ? parse() : typedForm(form.fields, endpoint);
  if (value === null) throw absent({});
  if (checkBody(value)) {
    requireFiles(endpoint, form, words);
    return value;
  }
  if (body === undefined && form === undefined) throw absent({});
  const isMissing =
    typeof value === 'object' &&
    !Array.isArray(value) &&
    endpoint.requiredBodyFields.some((name) => isBlank(value, name));
  if (isMissing) throw absent(value);
  throw violation(checkBody.errors, 'the body', { fields: explain(value), words });
}

function requireFiles({ files }: EndpointManifest, form: ReceivedForm | undefined, words: Words): void {
  const name = Object.keys(files).find((each) => files[each]?.required === true && form?.files[each] === undefined);
  if (name === undefined) return;
  const message = words(missing(name), name);
  throw badInput(message, { [name]: message });
}

function bodyMissing(names: readonly string[], texts: CoreTexts): string {
  return names.length === 0 ? texts.bodyRequired : texts.required(names);
}

function refuse(
  check: ValidateFunction | undefined,
  value: object,
  { whole, words }: { readonly whole: string; readonly words: Words },
): void {
  if (check !== undefined && !check(value)) throw violation(check.errors, whole, { words });
}

// For anyOf and oneOf, ajv lists the errors of the branches first. The last error is about the whole choice.
function violation(
  errors: ErrorObject[] | null | undefined,
  whole: string,
  { fields, words }: { readonly fields?: FieldErrors; readonly words: Words },
): RequestError {
  const error = errors?.at(-1);
  const message = error === undefined ? `${whole} is not what the route describes` : words(error, whole);
  return badInput(message, fields);
}

/** What is wrong with a field, in the words of its route.json. Other fields have those of the gateway. */
function wordsOf(
  { messages }: Pick<EndpointManifest, 'messages'>,
  { request, text }: Pick<RawInput, 'request' | 'text'>,
): Words {
  return (error, whole) => {
    const name = fieldOf(error) ?? '';
    const key = Object.hasOwn(messages, name) ? messages[name] : undefined;
    if (key === undefined) return violationText(error, whole, coreTextsFor(request));
    const { keyword, params } = error;
    const isBlank = keyword === 'pattern' && params.pattern === '\\S';
    return text(key, { rule: isBlank ? 'required' : keyword, limit: params.limit ?? '' });
  };
}

type Words = (error: ErrorObject, whole: string) => string;

/** A message for each invalid field, by the field's name. */
type FieldErrors = Readonly<Record<string, string>>;

/**
 * More than any form has. Listing thousands of errors would cost a hundred times what the client pays to send them.
 */
const mostFields = 100;

/** The first violation of each field of a form. `check` must find all violations. */
function fieldErrors(
  check: ValidateFunction,
  body: unknown,
  { endpoint, words }: { readonly endpoint: EndpointManifest; readonly words: Words },
): FieldErrors {
  if (isTooMuch(body) || check(body)) return {};
  const errors = new Map<string, string>();
  for (const error of check.errors ?? []) {
    const name = fieldOf(error);
    if (name !== undefined && !errors.has(name)) errors.set(name, words(error, name));
  }
  // A form sends an empty text for an empty field, so missing and blank get the same message.
  const isObject = typeof body === 'object' && body !== null;
  for (const name of endpoint.requiredBodyFields) {
    if (isObject && isBlank(body, name)) errors.set(name, words(missing(name), name));
  }
  return Object.fromEntries(errors);
}

/** As ajv reports a field that is missing. */
function missing(name: string): ErrorObject {
  return { keyword: 'required', instancePath: '', schemaPath: '', params: { missingProperty: name } };
}

function isTooMuch(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  const values: readonly unknown[] = Object.values(body);
  return values.length > mostFields || values.some((value) => Array.isArray(value) && value.length > mostFields);
}

function isBlank(body: object, name: string): boolean {
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The top-level field of an error; undefined when the error is about the whole body. */
function fieldOf({ instancePath, params }: ErrorObject): string | undefined {
  if (instancePath !== '') return pointerKeys(instancePath)[0];
  const name: unknown = params.missingProperty ?? params.additionalProperty ?? params.unevaluatedProperty;
  return typeof name === 'string' ? name : undefined;
}

/** Describes a violation for the client. `whole` names the validated value, e.g. `the body`. */
export function violationText(error: ErrorObject, whole: string, texts: CoreTexts = coreTexts('en')): string {
  const { instancePath, keyword, params } = error;
  const subject = instancePath === '' ? whole : pointerName(instancePath);
  const limit = Number(params.limit);
  const named = (name: unknown): string => pointerName(pointerTo(instancePath, String(name)));
  const written: Readonly<Record<string, () => string>> = {
    required: () => texts.required([named(params.missingProperty)]),
    dependentRequired: () => texts.required([named(params.missingProperty)]),
    additionalProperties: () => texts.unknown(named(params.additionalProperty)),
    unevaluatedProperties: () => texts.unknown(named(params.unevaluatedProperty)),
    'false schema': () => texts.unknown(subject),
    type: () => texts.type(subject, typesIn(params.type), isRepeated(error)),
    enum: () => texts.choice(subject, JSON.stringify(params.allowedValues).slice(1, -1).replaceAll(',', ', ')),
    pattern: () => (params.pattern === '\\S' ? texts.empty(subject) : texts.pattern(subject, String(params.pattern))),
    minLength: () => (limit === 1 ? texts.empty(subject) : texts.minLength(subject, limit)),
    minimum: () => texts.minimum(subject, limit),
    maximum: () => texts.maximum(subject, limit),
    maxLength: () => texts.maxLength(subject, limit),
    format: () => texts.format(subject, String(params.format)),
  };
  const other = () => texts.other(subject, error.message?.replace('NOT', 'not') ?? `breaks the rule "${keyword}"`);
  return (written[keyword] ?? other)();
}

function isRepeated({ data, instancePath, params }: ErrorObject): boolean {
  return Array.isArray(data) && pointerKeys(instancePath).length === 1 && params.type !== 'array';
}

function typesIn(type: unknown): readonly string[] {
  const names = [type].flat().map(String);
  return names.length === 1 ? names : names.filter((name) => name !== 'null');
}

import type { IncomingMessage } from 'node:http';
import { missingFor, signInAddress } from '#auth';
import { type ClientInfo, isObject, RequestError } from '#base';
import type { Config, PageConfig } from '#config';
import { isFromOwnOrigin } from '#edge';
import type { Caller } from '#extension-api';
import type { EndpointManifest } from '#extensions';
import { coreTextsFor, prefersHtml } from '#http';
import { parseTextFields, type TextFields } from './body/coerce-by-schema.ts';
import type { RouteTable } from './route-table.ts';
import { isForm } from './sub-app/extension-body.ts';
import type { RawInput } from './validate-input.ts';

interface Refusal extends Pick<RawInput, 'params' | 'request' | 'client' | 'body'> {
  readonly error: unknown;
  readonly endpoint: EndpointManifest;
  readonly caller: Caller;
  /** Of a multipart body, where it has arrived. */
  readonly fields?: TextFields | undefined;
}

/**
 * The page and status that show a refused form again. Undefined when the response is not a page: no page of this
 * gateway has the form, the client is not a browser, or another site posted it. Undefined too when the error is not a
 * 4xx.
 */
export function refusedForm(
  config: Pick<Config, 'auth' | 'pages'>,
  { error, endpoint, params, request, client, caller, body, fields: typed }: Refusal,
) {
  const { form, extension, routeId } = endpoint;
  const { pages } = config;
  const page = form && pages[form.page];
  if (
    form === undefined ||
    page === undefined ||
    page.rests ||
    !isRefusal(error) ||
    !isOwnForm(endpoint, request, client)
  )
    return undefined;
  // The page is not for this user, and its form neither.
  if (caller.kind === 'user' && missingFor(caller, page).length > 0) return undefined;
  const { status, fields, headers } = error;
  const isGuest = caller.kind === 'guest' && endpoint.access === 'private';
  const path = isGuest ? formPath(pages, endpoint, params) : undefined;
  const signIn = isGuest ? signInAddress(config, request, path) : undefined;
  const message = isGuest ? coreTextsFor(request).signIn : error.message;
  const values = typedValues(typed ?? parseTextFields(body?.toString() ?? ''), endpoint);
  // Other parameters would override different values in the page's context.
  const names = page.path.split('/');
  const own = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(`:${name}`)));
  return {
    group: form.page,
    params: own,
    status,
    // Of the refusal, such as `Retry-After`.
    headers,
    // Values by field, without passwords.
    form: { routeId: `${extension}.${routeId}`, status, values, errors: fields, message, signIn },
    // Where the form waits for a guest's sign-in.
    waitsAt: signIn === undefined ? undefined : path,
    // A guest may not see a private page: the sign-in page takes its place.
    isHidden: isGuest && page.access === 'private',
  };
}

/**
 * The page of the form that posts to this path, for a browser that gets the path: it was in the address bar after a
 * refusal. Undefined for other clients and paths.
 */
export function formPageAt(
  routes: RouteTable,
  pages: Readonly<Record<string, Pick<PageConfig, 'path' | 'rests'>>>,
  { method, headers, path }: Pick<IncomingMessage, 'method' | 'headers'> & { readonly path: string },
): string | undefined {
  if ((method !== 'GET' && method !== 'HEAD') || !prefersHtml(headers.accept)) return undefined;
  if (!routes.methodsAt(path).includes('POST')) return undefined;
  const { endpoint, params } = routes.find('POST', path);
  return formPath(pages, endpoint, params);
}

/** The path of the page with the endpoint's form. Undefined where no extension has what the page needs. */
export function formPath(
  pages: Readonly<Record<string, Pick<PageConfig, 'path' | 'rests'>>>,
  { form }: Pick<EndpointManifest, 'form'>,
  params: Readonly<Record<string, string>>,
): string | undefined {
  const page = form && pages[form.page];
  if (page?.rests) return undefined;
  return page?.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
}

function isRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status >= 400 && error.status < 500 && error.code !== 'CLIENT_GONE';
}

/** Whether a browser posts the form from a page of the shop. No other site may choose the values that we show. */
export function isOwnForm(
  { form }: Pick<EndpointManifest, 'form'>,
  request: IncomingMessage,
  client: ClientInfo,
): boolean {
  if (form === undefined || !isForm(request)) return false;
  return prefersHtml(request.headers.accept) && isFromOwnOrigin(request, client);
}

const secretName = /passw(or)?d|passphrase|secret/i;

function typedValues(
  fields: TextFields,
  { schemas }: Pick<EndpointManifest, 'schemas'>,
): Readonly<Record<string, string>> {
  const properties: unknown = schemas.body?.properties;
  const isSecret = (name: string): boolean => {
    const field = isObject(properties) ? properties[name] : undefined;
    return secretName.test(name) || (isObject(field) && field.format === 'password');
  };
  const typed = Object.entries(fields).flatMap(([name, value]) => {
    if (isSecret(name) || name === '__proto__') return [];
    // Of a repeated field, the page shows the last value.
    return [[name, typeof value === 'string' ? value : (value.at(-1) ?? '')] as const];
  });
  return Object.fromEntries(typed);
}

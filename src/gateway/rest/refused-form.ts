import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ClientInfo } from '../../base/client-info.ts';
import { RequestError } from '../../base/request-error.ts';
import type { PageConfig } from '../../config/config.ts';
import type { EndpointManifest } from '../../extensions/manifest.ts';
import { parseTextFields } from '../../subapp/coerce-by-schema.ts';
import { isForm } from '../../subapp/extension-body.ts';
import { ownHeaders } from '../http/own-headers.ts';
import { prefersHtml } from '../http/prefers-html.ts';
import { isFromOwnOrigin } from '../session/same-origin.ts';

/** A form that was refused, for the page that shows it again. */
export interface RefusedForm {
  /** `extension.endpoint` */
  readonly routeId: string;
  /** What was typed in, by field; never a password. */
  readonly values: Readonly<Record<string, string>>;
  readonly errors: Readonly<Record<string, string>>;
  readonly message: string;
}

interface Refusal {
  readonly error: unknown;
  readonly endpoint: EndpointManifest;
  /** The route's, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly request: IncomingMessage;
  readonly client: ClientInfo;
  readonly body: Buffer | undefined;
}

/**
 * What the page of this endpoint's form has to show after a refusal, and with which status; undefined when the answer is not a
 * page: no page has the form, the client is no browser, another site sent it, or the failure is not for the one who typed.
 */
export function refusedForm(
  pages: Readonly<Record<string, Pick<PageConfig, 'path'>>>,
  { error, endpoint, params, request, client, body }: Refusal,
): ShownAgain | undefined {
  const { form, extension, routeId } = endpoint;
  if (form === undefined || !isRefusal(error) || !isOwnForm(request, client)) return undefined;
  const { status, message, fields, headers } = error;
  const values = typedValues(body?.toString() ?? '');
  // A name that the page's path does not have would be taken for something else that the page knows.
  const names = pages[form.page]?.path.split('/') ?? [];
  const own = Object.fromEntries(Object.entries(params).filter(([name]) => names.includes(`:${name}`)));
  return {
    group: form.page,
    params: own,
    status,
    headers,
    form: { routeId: `${extension}.${routeId}`, values, errors: fields, message },
  };
}

/** Headers that a handler set for the answer that it then did not give (a cookie, a type) are not the page's. */
export function forgetAnswer(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (!ownHeaders.has(name)) response.removeHeader(name);
}

export interface ShownAgain {
  /** The page group. */
  readonly group: string;
  /** Those of its path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly status: number;
  /** What the refusal says beside the page, such as when to try again. */
  readonly headers: Readonly<Record<string, string>>;
  readonly form: RefusedForm;
}

function isRefusal(error: unknown): error is RequestError {
  return error instanceof RequestError && error.status >= 400 && error.status < 500 && error.code !== 'CLIENT_GONE';
}

// Another site must not get to choose what our page shows as typed in.
function isOwnForm(request: IncomingMessage, client: ClientInfo): boolean {
  return isForm(request) && prefersHtml(request.headers.accept) && isFromOwnOrigin(request, client);
}

const secretName = /passw(or)?d|passphrase|secret/i;

function typedValues(text: string): Readonly<Record<string, string>> {
  const typed = Object.entries(parseTextFields(text)).flatMap(([name, value]) => {
    if (secretName.test(name) || name === '__proto__') return [];
    // Of a repeated field the last one, as a browser would fill it in.
    return [[name, typeof value === 'string' ? value : (value.at(-1) ?? '')] as const];
  });
  return Object.fromEntries(typed);
}

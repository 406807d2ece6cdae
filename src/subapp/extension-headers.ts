import type { IncomingMessage } from 'node:http';
import { withoutSessionCookie } from './session-cookie-names.ts';

/**
 * Headers that prove who the caller is. The gateway has read them; an extension learns the outcome (`user`, `caller`) and
 * never what it could use to act as the caller elsewhere.
 */
const credentials = ['authorization', 'proxy-authorization'];

// The body has been taken out of its transfer coding, and its length counted anew.
const ofTheTransfer = ['content-length', 'transfer-encoding', 'trailer', 'expect'];

/** A client's headers as an extension may see them, for a body of this length (undefined: none was announced). */
export function extensionHeaders(
  request: IncomingMessage,
  bodyLength: number | undefined,
): { readonly headers: IncomingMessage['headers']; readonly rawHeaders: string[] } {
  const isKept = (name: string): boolean => ![...credentials, ...ofTheTransfer].includes(name.toLowerCase());
  const kept = Object.entries(request.headers).filter(([name]) => isKept(name));
  const headers = Object.fromEntries(
    kept.flatMap(([name, value]) => {
      const shown = shownValue(name, value);
      return shown === undefined ? [] : [[name, shown] as const];
    }),
  );
  const rawHeaders: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    const shown = shownValue(name, value);
    if (isKept(name) && shown !== undefined) rawHeaders.push(name, shown);
  }
  if (bodyLength === undefined) return { headers, rawHeaders };
  const length = String(bodyLength);
  return { headers: { ...headers, 'content-length': length }, rawHeaders: [...rawHeaders, 'Content-Length', length] };
}

/** Of the cookies, all but the session's. */
function shownValue<Value>(name: string, value: Value): Value | string | undefined {
  return typeof value === 'string' && name.toLowerCase() === 'cookie' ? withoutSessionCookie(value) : value;
}

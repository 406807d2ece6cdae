import type { IncomingMessage } from 'node:http';

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
  const headers = Object.fromEntries(Object.entries(request.headers).filter(([name]) => isKept(name)));
  const rawHeaders: string[] = [];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(at, at + 2);
    if (isKept(name)) rawHeaders.push(name, value);
  }
  if (bodyLength === undefined) return { headers, rawHeaders };
  const length = String(bodyLength);
  return { headers: { ...headers, 'content-length': length }, rawHeaders: [...rawHeaders, 'Content-Length', length] };
}

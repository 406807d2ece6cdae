import type { KeyObject } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { RequestError, textOf } from '#base';
import { announcesBody, readAhead } from '#http';
import { wire } from '../wire/messages.ts';
import { bodyDigest, checkSignature } from '../wire/signature.ts';

/** The most bytes of a gateway's body: the keys of a long list. */
export const gatewayBodyLimit = 64 * 1024 * 1024;

/**
 * Accepts the gateway alone, by its signature, and returns the nonce. Throws RequestError UNAUTHENTICATED 401. A
 * gateway of the version before sends no nonce.
 */
export function acceptGateway(keys: readonly KeyObject[]) {
  return async (request: IncomingMessage): Promise<string | undefined> => {
    const { method = 'GET', url = '/', headers } = request;
    const call = textOf(headers[wire.fields.call]) ?? '';
    const signature = textOf(headers[wire.fields.signature]);
    const checked = checkSignature(keys, { method, url, call, signature });
    if (checked.kind === 'refused') throw refused(checked.reason);
    const { bodyHash, nonce } = checked;
    if (bodyHash !== undefined) {
      const read = await readAhead(request, gatewayBodyLimit);
      if (bodyDigest(read ?? '') !== bodyHash) throw refused('wrong');
      // Only calls whose header says so have a body that the signature does not cover.
    } else if (announcesBody(request) && !call.includes('"streamed":true')) throw refused('wrong');
    return nonce;
  };
}

const reasons = {
  missing: 'The request has no "stoa-signature".',
  malformed: 'The "stoa-signature" of the request is malformed.',
  expired: 'The "stoa-signature" of the request is expired: the clocks of the two machines differ, or it is a replay.',
  wrong: 'The "stoa-signature" of the request is of another secret, or of another request.',
} as const;

function refused(reason: keyof typeof reasons): RequestError {
  return new RequestError('UNAUTHENTICATED', 401, reasons[reason]);
}

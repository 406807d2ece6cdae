/**
 * POST /foos as somebody would write it by hand in Express 5, with the same parser and the same checks: one Host header, the
 * bearer token (verified once, then known by its hash until it expires), media type, length, encoding, UTF-8, the keys and
 * fields of the body, and a request id. The secret arrives in STOA_JWT_SECRET.
 */
import { createSecretKey, hash, randomUUID } from 'node:crypto';
import express, { type NextFunction, type Request, type Response } from 'express';
import { jwtVerify } from 'jose';

const key = createSecretKey(process.env.STOA_JWT_SECRET ?? '', 'utf8');
const known = new Map<string, number>();
const limit = 102_400;

async function authenticate(request: Request, response: Response, next: NextFunction): Promise<void> {
  if (await isKnown(request.headers.authorization)) next();
  else refuse(response, 401);
}

async function isKnown(authorization = ''): Promise<boolean> {
  const token = /^Bearer (\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) return false;
  const id = hash('sha256', token, 'hex');
  const endsAt = known.get(id);
  if (endsAt !== undefined && Date.now() < endsAt) return true;
  try {
    const options = { issuer: 'stoa', audience: 'storefront', algorithms: ['HS256'] };
    const { payload } = await jwtVerify(token, key, options);
    known.set(id, (payload.exp ?? 0) * 1000);
    return true;
  } catch {
    return false;
  }
}

function checkHeaders(request: Request, response: Response, next: NextFunction): void {
  response.setHeader('x-request-id', randomUUID());
  const status = statusOfHeaders(request);
  if (status === undefined) next();
  else refuse(response, status);
}

function statusOfHeaders({ headers, rawHeaders }: Request): number | undefined {
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host');
  if (hosts.length !== 1) return 400;
  if (headers['content-type']?.startsWith('application/json') !== true) return 415;
  if (headers['content-encoding'] !== undefined) return 415;
  return Number(headers['content-length'] ?? 0) > limit ? 413 : undefined;
}

function checkBody({ body }: Request, response: Response, next: NextFunction): void {
  const isObject = typeof body === 'object' && body !== null && !Object.hasOwn(body, '__proto__');
  if (isObject && isText(body.name) && isText(body.description)) next();
  else refuse(response, 400);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function refuse(response: Response, status: number): void {
  response.status(status).json({ error: 'refused' });
}

const app = express().disable('x-powered-by').disable('etag');
app.post(
  '/foos',
  checkHeaders,
  authenticate,
  express.json({ inflate: false, limit }),
  checkBody,
  (request, response) => {
    const { name, description } = request.body;
    response.status(201).json({ success: true, data: { foo: { id: Date.now(), name, description } } });
  },
);
const server = app.listen(0, '127.0.0.1', () => process.send?.(server.address()));

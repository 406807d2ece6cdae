import type { Config } from '#config';
import type { EndpointManifest } from '#extensions';

interface Refusal {
  /** Key in `components.responses`. */
  readonly name: string;
  readonly description: string;
  /** `error` of the example. */
  readonly message: string;
  readonly header?: readonly [name: string, description: string, example: string];
}

const retryAfter = ['Retry-After', 'Seconds until another attempt may succeed.', '1'] as const;

/** Refusals of the gateway, by status. Handlers may answer with these, and with others. */
export const refusals: Readonly<Record<string, Refusal>> = {
  400: { name: 'BadRequest', description: 'The input is not what the route describes.', message: 'name is required' },
  401: {
    name: 'Unauthenticated',
    description: 'The credentials are missing or invalid.',
    message: 'This route needs authentication.',
    header: ['WWW-Authenticate', 'How to authenticate.', 'Bearer'],
  },
  403: {
    name: 'Forbidden',
    description: 'The caller may not do this, or another site sent the form.',
    message: 'This route needs the permission reviews:write.',
  },
  404: { name: 'NotFound', description: 'There is no such thing.', message: 'There is no route GET /nothing.' },
  413: {
    name: 'PayloadTooLarge',
    description: 'The body is too large.',
    message: 'The body is larger than 102400 bytes.',
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body has another type or encoding.',
    message: 'The body must be sent as Content-Type: application/json.',
  },
  429: {
    name: 'TooManyRequests',
    description: 'The caller asked too often.',
    message: 'Too many requests; try again in 1 second.',
    header: retryAfter,
  },
  500: {
    name: 'InternalServerError',
    description: 'The extension failed. The log has the request under this id.',
    message: 'Internal server error (request 3fa85f64-5717-4562-b3fc-2c963f66afa6).',
  },
  503: {
    name: 'Unavailable',
    description: 'The extension, or a service that it needs, is away.',
    message: 'The extension reviews is unavailable. Try again later.',
    header: retryAfter,
  },
  504: { name: 'Timeout', description: 'The extension took too long.', message: 'The request took longer than 10 s.' },
};

/** `components.responses`. */
export function errorResponses(): Readonly<Record<string, object>> {
  return Object.fromEntries(
    Object.values(refusals).map(({ name, description, message, header }) => [
      name,
      {
        description,
        ...(header !== undefined && {
          headers: { [header[0]]: { description: header[1], schema: { type: 'string' }, example: header[2] } },
        }),
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/Error' }, example: { error: message } },
        },
      },
    ]),
  );
}

/** The statuses with which the gateway may refuse this route, or with which a handler usually does. */
export function statusesOf(
  { access, permissions, consumes, schemas, rateLimit, paramNames }: EndpointManifest,
  { server }: Pick<Config, 'server'>,
  takesBody: boolean,
): readonly string[] {
  const takesForm = takesBody && consumes.some((kind) => kind !== 'json');
  const hasInput = takesBody || schemas.query !== undefined || paramNames.length > 0;
  return [
    ...(hasInput ? ['400'] : []),
    // An invalid token is refused on public routes, too.
    '401',
    ...((access === 'private' && permissions.length > 0) || takesForm ? ['403'] : []),
    ...(paramNames.length > 0 ? ['404'] : []),
    ...(takesBody ? ['413', '415'] : []),
    ...(rateLimit !== undefined || server.rateLimit.points > 0 ? ['429'] : []),
    '500',
    '503',
    '504',
  ];
}

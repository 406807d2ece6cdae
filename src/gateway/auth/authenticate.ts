import type { IncomingMessage } from 'node:http';
import passport from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import type { Logger } from '../../base/logger.ts';
import { RequestError } from '../../base/request-error.ts';
import type { Config } from '../../config/config.ts';
import type { Caller } from '../../extension-api.ts';
import { countFields } from '../http/count-fields.ts';
import type { User } from './claims.ts';
import { type Clock, systemClock } from './clock.ts';
import { createTokenVerifier, type TokenVerifier } from './verify-token.ts';

/** See `Gateway.authenticate`. */
export type Authenticate = (request: IncomingMessage) => Caller | Promise<Caller>;

type Passport = InstanceType<typeof passport.Authenticator>;

const guest: Caller = { kind: 'guest' };

/**
 * Tells who sent a request by its `Authorization` header. Without one, or with another scheme than Bearer (a proxy in front
 * may use Basic for itself), the caller is a guest. A bearer token that is not valid is a RequestError UNAUTHENTICATED 401,
 * on public routes too: its sender believes to be somebody. Two such headers are a 400, a JWKS that cannot be had is a 503.
 */
export function createAuthenticator(config: Config, logger: Logger, clock: Clock = systemClock): Authenticate {
  const tokens = createTokenVerifier(config.auth, { logger, clock });
  const bearer = usePassport(tokens);
  return (request) => {
    const authorization = authorizationOf(request);
    if (authorization === undefined) return guest;
    // A client sends its token with each request: one that passport has seen needs no second look at anything but its time.
    const token = plainToken.exec(authorization)?.[1];
    const known = token === undefined ? undefined : tokens.recall(token);
    return known ?? (isBearer(authorization) ? identify(bearer, authorization) : guest);
  };
}

function authorizationOf(request: IncomingMessage): string | undefined {
  if (request.headers.authorization === undefined) return undefined;
  if (countFields(request, 'authorization') > 1)
    throw new RequestError('BAD_USER_INPUT', 400, 'The request has more than one Authorization header.');
  return request.headers.authorization;
}

/** As everybody writes it; what else passport lets pass is left to passport. */
const plainToken = /^Bearer (\S+)$/;

function isBearer(authorization: string): boolean {
  return /^bearer(?:\s|$)/i.test(authorization);
}

function usePassport(verifier: TokenVerifier): Passport {
  const authenticator = new passport.Authenticator();
  authenticator.use(
    new BearerStrategy((token, done) => {
      verifier.verify(token).then(
        (user) => done(null, user ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return authenticator;
}

function identify(authenticator: Passport, authorization: string): Promise<User> {
  // The strategy takes tokens from a body and a query string too, where they end up in logs, and where one that is not a
  // string would throw inside a callback. So it gets to see this one header, and never the request.
  // Nor does it know that HTTP allows more than one space behind the scheme.
  const view = { headers: { authorization: authorization.replace(/ +/, ' ') }, query: {}, body: {} };
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, user: unknown): void => {
      // passport says null, false or undefined, depending on the way it took.
      if (error) reject(error);
      else if (isUser(user)) resolve(user);
      else reject(invalidToken());
    };
    authenticator.authenticate('bearer', { session: false }, settle)(view, {}, reject);
  });
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'user';
}

// Says nothing of why: that would tell how far a forged token got.
function invalidToken(): RequestError {
  return new RequestError('UNAUTHENTICATED', 401, 'The bearer token is not valid.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}

import type { IncomingMessage, ServerResponse } from 'node:http';
import passport from 'passport';
import { Strategy as BearerStrategy } from 'passport-http-bearer';
import { badInput, isPromise, type Logger, RequestError } from '#base';
import type { Caller } from '#extension-api';
import { countFields } from '#http';
import type { Sessions } from './sessions/sessions.ts';
import type { User } from './tokens/claims.ts';
import { type BearerConfig, createTokenVerifier } from './tokens/verify-token.ts';

/** Identifies the caller of a request: see `Gateway.authenticate`. */
export type Authenticate = (request: IncomingMessage) => Caller | Promise<Caller>;

type Passport = InstanceType<typeof passport.Authenticator>;

interface AuthenticatorParts {
  readonly logger: Logger;
  readonly clock?: () => Date;
  /** Called for each token that is refused. */
  readonly onRefused?: () => void;
}

const guest: Caller = { kind: 'guest' };

/**
 * Identifies the caller by the `Authorization` header. Without that header, or with a scheme other than Bearer, the
 * caller is a guest: a proxy in front may use Basic for itself. Throws RequestError UNAUTHENTICATED 401 for an
 * invalid bearer token. That holds on public routes too, since the sender expects to be signed in. Throws
 * BAD_USER_INPUT 400 for two such headers, and UNAVAILABLE 503 while the JWKS cannot be fetched.
 */
export function createAuthenticator(
  config: { readonly auth: BearerConfig },
  { logger, clock = () => new Date(), onRefused = () => undefined }: AuthenticatorParts,
): Authenticate {
  const tokens = createTokenVerifier(config.auth, { logger, clock });
  const bearer = usePassport(tokens);
  return (request) => {
    const authorization = authorizationOf(request);
    if (authorization === undefined) return guest;
    // Clients send their token with each request. For a verified token, later requests compare only its expiry time.
    const token = plainToken.exec(authorization)?.[1];
    const known = token === undefined ? undefined : tokens.recall(token);
    return known ?? (/^bearer(?:\s|$)/i.test(authorization) ? identify(bearer, { authorization, onRefused }) : guest);
  };
}

function authorizationOf(request: IncomingMessage): string | undefined {
  if (request.headers.authorization === undefined) return undefined;
  if (countFields(request, 'authorization') > 1) throw badInput('The request has more than one Authorization header.');
  return request.headers.authorization;
}

/** The usual spelling. Passport parses all others. */
const plainToken = /^Bearer (\S+)$/;

function usePassport({ verify }: Pick<ReturnType<typeof createTokenVerifier>, 'verify'>): Passport {
  const authenticator = new passport.Authenticator();
  authenticator.use(
    new BearerStrategy((token, done) => {
      verify(token).then(
        (user) => done(null, user ?? false),
        (error: unknown) => done(error),
      );
    }),
  );
  return authenticator;
}

function identify(
  authenticator: Passport,
  { authorization, onRefused }: { readonly authorization: string; readonly onRefused: () => void },
): Promise<User> {
  // The strategy also reads tokens from the body and the query string. Such tokens end up in logs, and one that is
  // not a string throws inside a callback. So the strategy gets only this header, never the request. It also expects
  // exactly one space after the scheme, and HTTP allows more.
  const view = { headers: { authorization: authorization.replace(/ +/, ' ') }, query: {}, body: {} };
  return new Promise((resolve, reject) => {
    const settle = (error: unknown, user: unknown): void => {
      // For no user, passport passes null, false or undefined, depending on its code path.
      if (error) reject(error);
      else if (isUser(user)) resolve(user);
      else {
        onRefused();
        reject(invalidToken());
      }
    };
    authenticator.authenticate('bearer', { session: false }, settle)(view, {}, reject);
  });
}

function isUser(value: unknown): value is User {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'user';
}

// The message gives no reason: a reason would show an attacker which check a forged token passed.
function invalidToken(): RequestError {
  return new RequestError('UNAUTHENTICATED', 401, 'The bearer token is not valid.', {
    'www-authenticate': 'Bearer error="invalid_token"',
  });
}

/** By bearer token, else by session. The token wins: no other site can make a browser send one. */
export function createIdentifyCaller(byToken: Authenticate, sessions: Pick<Sessions, 'identify'>) {
  return (request: IncomingMessage, response: ServerResponse): Caller | Promise<Caller> => {
    const caller = byToken(request);
    // Most requests carry a verified token, or neither token nor cookie. They need no promise.
    if (!isPromise(caller) && (caller.kind === 'user' || request.headers.cookie === undefined)) return caller;
    return bySession(caller, () => sessions.identify(request, response));
  };
}

async function bySession(
  byToken: Caller | Promise<Caller>,
  identify: () => Promise<Caller | undefined>,
): Promise<Caller> {
  const caller = await byToken;
  return caller.kind === 'user' ? caller : ((await identify()) ?? caller);
}

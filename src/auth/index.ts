/**
 * Who sends a request, and what they may: bearer tokens, sessions, permissions. Imports `base`, `config`, `edge`,
 * `extensions`, `http` and `postgres`.
 */
export { createAuthenticator, createIdentifyCaller } from './authenticate.ts';
export { createHiveCheck } from './hive-signature.ts';
export {
  bearerChallenge,
  missingFor,
  redirect,
  refuseField,
  requireAccess,
  requirePageAccess,
  signInAddress,
} from './require-access.ts';
export { createKeptForms } from './sessions/kept-forms.ts';
export { safeNext } from './sessions/safe-next.ts';
export {
  carriesCredentials,
  consoleCookiePrefix,
  cookieValues,
  isGatewayCookie,
  withoutSessionCookie,
} from './sessions/session-cookie.ts';
export { createSessions, type OpenSession, requireUser } from './sessions/sessions.ts';
export { issueVisitor, requireUnsent, visitorOf } from './sessions/visitors.ts';
export { issueToken } from './tokens/issue-token.ts';

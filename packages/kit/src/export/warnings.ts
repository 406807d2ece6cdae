import { type Config, type Finding, placeInConfig } from 'stoa/tooling';
import type { ExportTarget } from './files/export-target.ts';
import { isPublicKey } from './files/placed-config.ts';

/** Warnings about callers of an exported engine that a part of the shop would refuse. */
export function exportWarnings(config: Config, target: ExportTarget): readonly Finding[] {
  const { auth, graphql } = config;
  const warn = (path: readonly string[], what: string, fix: string): Finding => ({
    code: 'EXPORT_CALLER_REFUSED',
    severity: 'warning',
    where: placeInConfig(config, path),
    what,
    fix,
  });
  const warnings: Finding[] = [];
  if (!isPublicKey(auth.bearer.jwt)) {
    const what =
      target === 'apollo'
        ? 'Apollo Router cannot sign, and without a JWKS no token is accepted'
        : 'without a JWKS, callers of the exported engine are guests: @authenticated refuses';
    const fix = 'Take tokens of an issuer with public keys: auth.bearer.jwt.jwks.';
    warnings.push(warn(['auth', 'bearer', 'jwt'], what, fix));
  }
  if (graphql.access === 'private' && !isPublicKey(auth.bearer.jwt))
    warnings.push(
      warn(
        ['graphql', 'access'],
        'the gateway answers `url` to signed-in callers alone, and the engine passes no credential on',
        'Set graphql.access to public, or take tokens of an issuer with public keys.',
      ),
    );
  if (graphql.persisted?.only === true)
    warnings.push(
      warn(
        ['graphql', 'persisted'],
        'the gateway answers persisted documents alone, and the engine writes its own to ask for `url`',
        'Set graphql.persisted.only to false, or let no client of the engine ask for `url`.',
      ),
    );
  return warnings;
}

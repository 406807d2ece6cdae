import type { Finding } from '#base';

const reservedSegments: ReadonlySet<string> = new Set(['graphql', 'assets']);

interface PathProblem extends Pick<Finding, 'what' | 'fix'> {
  readonly code: 'PAGE_PATH_INVALID' | 'PAGE_PATH_RESERVED';
}

/** Why a path cannot be that of a page. Undefined for one that can. */
export function pagePathProblem(path: string): PathProblem | undefined {
  const invalid = syntaxProblem(path);
  if (invalid !== undefined) return { code: 'PAGE_PATH_INVALID', ...invalid };
  if (!reservedSegments.has(path.split('/')[1] ?? '')) return undefined;
  const what = "is reserved: /graphql and /assets, and all below them, are the gateway's";
  return { code: 'PAGE_PATH_RESERVED', what, fix: 'Choose another path.' };
}

function syntaxProblem(path: string): Pick<Finding, 'what' | 'fix'> | undefined {
  if (!path.startsWith('/')) return { what: 'does not begin with "/"', fix: 'Begin it with "/".' };
  if (path === '/') return undefined;
  if (path.endsWith('/')) return { what: 'ends on "/"', fix: 'Remove the last "/": paths match exactly.' };
  const names = new Set<string>();
  for (const segment of path.slice(1).split('/')) {
    if (segment === '') return { what: 'has an empty segment', fix: 'Remove the second "/".' };
    const name = segment.startsWith(':') ? segment.slice(1) : undefined;
    if (name === undefined && isLiteral(segment)) continue;
    if (name === undefined || !/^[a-zA-Z_][a-zA-Z0-9_]*$/.test(name)) return segmentProblem;
    if (names.has(name)) return { what: 'names one parameter twice', fix: 'Give each parameter a name of its own.' };
    if (isTaken(name)) return { what: `has a parameter ":${name}", a name that is taken`, fix: 'Rename it.' };
    names.add(name);
  }
  return undefined;
}

const segmentProblem = {
  what: 'has a segment that is neither a literal nor a whole :name',
  fix: 'A literal is made of letters, digits and . _ ~ -; a parameter is a whole segment, such as /:productId.',
};

function isLiteral(segment: string): boolean {
  return /^[A-Za-z0-9._~-]+$/.test(segment) && segment !== '.' && segment !== '..';
}

// Each page has two values of its own. Every object inherits `constructor`: a missing parameter could not be detected.
function isTaken(name: string): boolean {
  return ['routeId', 'userId'].includes(name) || name in Object.prototype || name.startsWith('__');
}

/** The path with parameters without names: equal for paths that match the same requests. */
export function pathShape(path: string): string {
  return path.replaceAll(/:[^/]+/g, ':');
}

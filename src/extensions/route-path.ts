import type { Place } from '#base';
import type { Report } from './files/report.ts';

const reserved = ['/graphql', '/assets'];
const literalPattern = /^[A-Za-z0-9._~!$&'+,;=@-]+$/;
const paramPattern = /^:[A-Za-z_][A-Za-z0-9_]*$/;

/** Names of the path's `:name` segments, in order. Reports an invalid path. */
export function readRoutePath(path: string, where: Place, report: Report): readonly string[] {
  const problem = pathProblem(path);
  if (problem !== undefined) report('ROUTE_PATH_INVALID', where, { ...problem });
  const owner = reserved.find((each) => path === each || path.startsWith(`${each}/`));
  if (owner !== undefined) {
    const what = `the path "${path}" belongs to the gateway, which answers ${owner} itself`;
    report('ROUTE_PATH_RESERVED', where, { what, fix: 'Choose another first segment.' });
  }
  return paramsOf(path);
}

interface Problem {
  readonly what: string;
  readonly fix: string;
}

function pathProblem(path: string): Problem | undefined {
  if (!path.startsWith('/')) return { what: `the path "${path}" does not start with "/"`, fix: `Write "/${path}".` };
  if (path === '/') return undefined;
  if (path.endsWith('/')) {
    const fix = 'Take it away: paths are matched exactly.';
    return { what: `the path "${path}" ends in "/"`, fix };
  }
  const segments = path.slice(1).split('/');
  const problem = segments.map(segmentProblem).find((each) => each !== undefined);
  if (problem !== undefined) return { ...problem, what: `the path "${path}" has ${problem.what}` };
  const names = paramsOf(path);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice === undefined) return undefined;
  return { what: `the path "${path}" has two segments ":${twice}"`, fix: 'Give each its own name.' };
}

function segmentProblem(segment: string): Problem | undefined {
  if (segment === '') return { what: 'an empty segment', fix: 'Take the second "/" away.' };
  if (segment === '.' || segment === '..')
    return { what: `a segment "${segment}"`, fix: 'Browsers resolve it away; write the path that is meant.' };
  if (paramPattern.test(segment)) {
    // Every object inherits `constructor` and `__proto__`, so a missing parameter could not be detected.
    const name = segment.slice(1);
    const taken = name in Object.prototype || name.startsWith('__');
    return taken ? { what: `a parameter ":${name}", a name that JavaScript has taken`, fix: 'Rename it.' } : undefined;
  }
  if (literalPattern.test(segment)) return undefined;
  if (segment.includes(':')) {
    const fix = 'A parameter is a whole segment: ":" and a name of letters, digits and _.';
    return { what: `a segment "${segment}" that is neither a literal nor a parameter`, fix };
  }
  const [, parameter] = /^\{(\w+)[^}]*\}$/.exec(segment) ?? [];
  if (parameter !== undefined)
    return { what: `a segment "${segment}" in braces`, fix: `Write a parameter as ":${parameter}".` };
  const fix = "Literals are made of letters, digits and . _ ~ ! $ & ' + , ; = @ -";
  return { what: `a segment "${segment}" with characters that a literal cannot have`, fix };
}

function paramsOf(path: string): readonly string[] {
  return path.split('/').flatMap((segment) => (paramPattern.test(segment) ? [segment.slice(1)] : []));
}

import { errorMessage, type RenderComponents } from 'stoa/tooling';
import { placeOfStack } from './failure-of.ts';

interface CheckedParts {
  readonly folder: string;
  /** Called with each component that throws on the server, or is not pure. */
  readonly report: (problem: string) => void;
  /** Gets `group/Name` of each component that was rendered, or has thrown. */
  readonly rendered: Set<string>;
}

const fix = 'Correct it there. A page leaves out a component that throws on the server.';
const impureFix =
  'Let a resolver return what changes by itself, or write export const cached = false. Guests get what was rendered once.';

/** The same renderer. It reports each failure, and each component that renders otherwise at another date. */
export function checkedRenderer(render: RenderComponents, parts: CheckedParts): RenderComponents {
  const { folder, report, rendered } = parts;
  return async (request) => {
    const results = await render(request);
    for (const [index, { id }] of request.components.entries()) {
      rendered.add(id);
      const result = results[index];
      if (result?.kind === 'rendered' && result.isImpure === true)
        report(`the component ${id} is not pure: it rendered otherwise at another date\n  fix: ${impureFix}`);
      if (result?.kind !== 'failed') continue;
      const { error } = result;
      const place = placeOfStack(error instanceof Error ? String(error.stack) : '', folder);
      const name = `the component ${id} threw on the server: ${errorMessage(error)}`;
      report(`${name}${place === undefined ? '' : ` (${place})`}\n  fix: ${fix}`);
    }
    return results;
  };
}

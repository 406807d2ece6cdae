import { errorMessage, type RenderComponents } from 'stoa/tooling';
import { placeOfStack } from './failure-of.ts';

interface CheckedParts {
  readonly folder: string;
  /** Called with each component that throws on the server, with its place. */
  readonly report: (problem: string) => void;
  /** Gets `group/Name` of each component that was rendered, or has thrown. */
  readonly rendered: Set<string>;
}

const fix = 'Correct it there. A page leaves out a component that throws on the server.';

/** The same renderer, each failure of which is reported. */
export function checkedRenderer(render: RenderComponents, parts: CheckedParts): RenderComponents {
  const { folder, report, rendered } = parts;
  return async (request) => {
    const results = await render(request);
    for (const [index, { id }] of request.components.entries()) {
      rendered.add(id);
      const result = results[index];
      if (result?.kind !== 'failed') continue;
      const { error } = result;
      const place = placeOfStack(error instanceof Error ? String(error.stack) : '', folder);
      const name = `the component ${id} threw on the server: ${errorMessage(error)}`;
      report(`${name}${place === undefined ? '' : ` (${place})`}\n  fix: ${fix}`);
    }
    return results;
  };
}

import { callsOf, elementsOf } from './module-queries.ts';
import type { SourceModule } from './syntax-tree.ts';

const hooks = ['useState', 'useEffect', 'useLayoutEffect', 'useReducer', 'useRef'];

/** The first hook or event handler of a component, which works in the browser alone. */
export function browserUse(module: SourceModule): { readonly name: string; readonly offset: number } | undefined {
  const handlers = elementsOf(module).flatMap(({ name = '', attributes }) =>
    /^[a-z]/.test(name) ? attributes.filter((each) => /^on[A-Z]/.test(each.name)) : [],
  );
  const uses = [...callsOf(module.program, hooks), ...handlers];
  return uses.toSorted((a, b) => a.offset - b.offset)[0];
}

/**
 * What page components import from `stoa`: the same module on the server and in islands in the browser. Whoever renders
 * provides the {@link RenderContext}; extensions see only what `extension-api.ts` re-exports.
 */
import { createContext, type ReactNode, useContext } from 'react';

/** A component's `layout` export: where it renders. Lower `sortOrder` comes first; ties go by extension order, then name. */
export interface Layout {
  readonly areaId: string;
  readonly sortOrder: number;
}

/** A component's `hydrate` export: when the browser makes it interactive. Without one it ships no JavaScript. */
export type Hydrate = 'load' | 'idle' | 'visible';

/** What the page itself says about the document. Where components differ, the first on the page wins, value by value. */
export interface HeadProps {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The page's one true address: a path of this shop, or a whole URL. */
  readonly canonical?: string | undefined;
}

/** The page that is being rendered. */
export interface Page {
  /** The page group's name; `notFound` on the page for unknown addresses. */
  readonly routeId: string;
  /** Without the query string, percent-encoded as in the address. */
  readonly path: string;
  /** The query parameters that gateway.yaml declares for this page, as far as the address has them. */
  readonly query: Readonly<Record<string, string>>;
  /** Null for a guest. */
  readonly userId: string | null;
}

/** What became of a form that the browser posted to a route; empty where nothing was refused. */
export interface FormState {
  /** What was typed in, by field; never a password. */
  readonly values: Readonly<Record<string, string>>;
  /** What is wrong, by field. */
  readonly errors: Readonly<Record<string, string>>;
  /** What is wrong with the whole. */
  readonly message: string | undefined;
}

/** A refused form, and the route that refused it. */
export interface SubmittedForm extends FormState {
  readonly routeId: string;
}

/** What a renderer provides to the components below it. */
export interface RenderTarget {
  readonly page: Page;
  readonly form: SubmittedForm | undefined;
  /** Takes what a `<Head>` says. */
  head(props: HeadProps): void;
  /** An area's content, or the text that stands for it until the page is put together. Throws where there are no areas. */
  area(id: string): ReactNode;
}

/** Internal: provided by the server's renderer and by islands. */
export const RenderContext = createContext<RenderTarget | undefined>(undefined);

/** Offers a place to other extensions' components. Also export its id in `areas = [...]`, so that `stoa check` knows it. */
export function Area({ id }: { readonly id: string }): ReactNode {
  return useTarget('<Area>').area(id);
}

/** Sets the document's title, description and canonical address. Renders nothing. */
export function Head(props: HeadProps): null {
  useTarget('<Head>').head(props);
  return null;
}

/** The page that the component is on. */
export function usePage(): Page {
  return useTarget('usePage()').page;
}

/** What became of the form that posts to this route (`routeId`, or `extension.routeId`), when it was refused just now. */
export function useForm(routeId: string): FormState {
  const { form } = useTarget('useForm()');
  return form !== undefined && isFormOf(form, routeId) ? form : untouched;
}

const untouched: FormState = { values: {}, errors: {}, message: undefined };

// `extension.endpoint` is only needed where two extensions have an endpoint of one name.
function isFormOf({ routeId }: SubmittedForm, asked: string): boolean {
  return routeId === asked || routeId.endsWith(`.${asked}`);
}

function useTarget(what: string): RenderTarget {
  const target = useContext(RenderContext);
  if (target === undefined) throw new Error(`${what} works only in page components, while they render`);
  return target;
}

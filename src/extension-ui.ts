/**
 * What page components import from `stoa`, on the server and in islands in the browser. The renderer provides the
 * {@link RenderContext}. Extensions see only what `extension-api.ts` exports again.
 */
import { createContext, type ReactNode, useContext } from 'react';

/** A component's `layout` export: its area. Lower `sortOrder` comes first, then extension order, then name. */
export interface Layout<AreaId extends string = string> {
  readonly areaId: AreaId;
  readonly sortOrder: number;
}

/** A component's `hydrate` export: when the browser hydrates it. Without it, the component ships no JavaScript. */
export type Hydrate = 'load' | 'idle' | 'visible';

/** Values for the document's head. Where components set the same value, the first component of the page wins. */
export interface HeadProps {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
  /** The canonical address: a path of this shop, or a whole URL. */
  readonly canonical?: string | undefined;
}

/** The page that is being rendered. */
export interface Page {
  /** Name of the page group. `notFound` on the page for unknown paths. */
  readonly routeId: string;
  /** Percent-encoded path of the request, without the query string. */
  readonly path: string;
  /** The query parameters of the request that gateway.yaml declares for this page. */
  readonly query: Readonly<Record<string, string>>;
  /** Null for a guest. */
  readonly userId: string | null;
}

/** The result of a form that was posted to a route. Empty unless the route refused it. */
export interface FormState<Name extends string = string> {
  /** Submitted values by field, without passwords. */
  readonly values: FormTexts<Name>;
  /** Error messages by field. */
  readonly errors: FormTexts<Name>;
  /** Error message about the whole form. */
  readonly message: string | undefined;
}

type FormTexts<Name extends string> = { readonly [Field in Name]?: string };

/** The parts of an endpoint that a form knows. `<extension>.gen.ts` has them. */
export interface FormInput {
  readonly routeId: string;
  readonly body: unknown;
}

interface AnyForm extends FormInput {
  readonly body: Readonly<Record<string, unknown>>;
}

/** A refused form, with the route that refused it. */
export interface SubmittedForm extends FormState {
  readonly routeId: string;
}

/** What a renderer provides to components. */
export interface RenderTarget {
  readonly page: Page;
  readonly form: SubmittedForm | undefined;
  /** Receives the values of a `<Head>`. */
  head(props: HeadProps): void;
  /** The content of an area, or a placeholder text until the page is assembled. Throws where there are no areas. */
  area(id: string): ReactNode;
}

/** Internal: set by the server's renderer and by islands. */
export const RenderContext = createContext<RenderTarget | undefined>(undefined);

/**
 * Renders the components of other extensions in this area. Also export its id in `areas = [...]`, so that `stoa
 * check` knows it.
 */
export function Area({ id }: { readonly id: string }): ReactNode {
  return useTarget('<Area>').area(id);
}

/** Sets the document's title, description and canonical address. Renders nothing. */
export function Head(props: HeadProps): null {
  useTarget('<Head>').head(props);
  return null;
}

/** The page that is rendered. */
export function usePage(): Page {
  return useTarget('usePage()').page;
}

/**
 * The refused form that was posted to this route (`routeId` or `extension.routeId`). Empty when none was refused. With
 * the endpoint's type, as in `useForm<AddReview>('addReview')`, its fields are known.
 */
export function useForm<Input extends FormInput = AnyForm>(
  routeId: Input['routeId'],
): FormState<keyof Input['body'] & string> {
  const { form } = useTarget('useForm()');
  return form !== undefined && isFormOf(form, routeId) ? form : untouched;
}

const untouched: FormState = { values: {}, errors: {}, message: undefined };

// `extension.routeId` is only needed where two extensions have an endpoint of the same name.
function isFormOf({ routeId }: SubmittedForm, asked: string): boolean {
  return routeId === asked || routeId.endsWith(`.${asked}`);
}

function useTarget(what: string): RenderTarget {
  const target = useContext(RenderContext);
  if (target === undefined) throw new Error(`${what} works only in page components, while they render`);
  return target;
}

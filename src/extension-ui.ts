/**
 * What page components import from `stoa`, on the server and in islands in the browser. The renderer provides the
 * {@link RenderContext}. Extensions see only what `extension-api.ts` exports again.
 */
import { createContext, createElement, Fragment, type ReactNode, useContext } from 'react';
import { type Format, formatOf } from './extension-format.ts';
import {
  languageName,
  type MenuEntries,
  type MenuEntry,
  markHere,
  pathIn,
  type Shop,
  splitPath,
} from './extension-locale.ts';
import { type FoundText, formatText, languageOf, type TextValues, unknownText } from './extension-text.ts';

export type { Format } from './extension-format.ts';
export { type Colour, type MenuEntries, type MenuEntry, pathIn, type Shop, splitPath } from './extension-locale.ts';
export { Picture, type PictureContent, type PictureProps } from './extension-picture.ts';
export {
  type FoundText,
  findText,
  languageOf,
  type Message,
  type MessagePart,
  type Texts,
  textsIn,
} from './extension-text.ts';

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
  /**
   * The path in this shop at which the page is now, such as that of a new name: the gateway answers 301, with the query
   * string of the request. Ignored on the page itself, with a refused form, and in components of every page.
   */
  readonly movedTo?: string | undefined;
  /** A picture for links to the page, which other sites show: a path of this shop, or a whole URL. */
  readonly image?: string | undefined;
  /** What the page is, for links to it. Default: `website`. */
  readonly type?: 'website' | 'product' | 'article' | undefined;
  /** Asks search engines not to list the page. Private pages never are. */
  readonly noindex?: boolean | undefined;
  /**
   * What the page is about, in the words of schema.org, without `@context`. Things with one `@id` become one, so that
   * several extensions can describe the same product.
   */
  readonly jsonLd?: JsonLd | readonly JsonLd[] | undefined;
}

/** An object of JSON-LD. */
export type JsonLd = Readonly<Record<string, unknown>>;

/** The page that is being rendered. */
export interface Page {
  /** Name of the page group. `notFound` on the page for unknown paths. */
  readonly routeId: string;
  /** Percent-encoded path of the request, with the prefix of its locale, without the query string. */
  readonly path: string;
  readonly locale: string;
  /**
   * Scheme and host of the shop: `shop.url` of gateway.yaml, or else those of the request. Empty without both: a
   * client of HTTP/1.0 may name no host.
   */
  readonly origin: string;
  /** The query parameters of the request that gateway.yaml declares for this page. */
  readonly query: Readonly<Record<string, string>>;
  /** Null for a guest. */
  readonly userId: string | null;
}

/**
 * The result of a form that was posted to a route. Empty unless the route refused it, also before the guest who sent
 * it has signed in.
 */
export interface FormState<Name extends string = string, File extends string = never> {
  /** Submitted values by field, without passwords. */
  readonly values: FormTexts<Name>;
  /** Error messages by field, also of files. */
  readonly errors: FormTexts<Name | File>;
  /** Error message about the whole form. */
  readonly message: string | undefined;
  /** HTTP status of the refusal. Undefined for a form that waited for the sign-in. */
  readonly status?: number | undefined;
  /** For a guest on a private route: the address of the sign-in page, which leads back to this page. */
  readonly signIn?: string | undefined;
}

type FormTexts<Name extends string> = { readonly [Field in Name]?: string };
type FilesOf<Input> = Input extends { readonly files: infer Files } ? keyof Files & string : never;

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
  /** `extension.routeId` */
  readonly routeId: string;
  /** Whether the short name means another route, or none, to the extension of the component. */
  readonly isLong?: boolean | undefined;
}

/** What a renderer provides to components. */
export interface RenderTarget {
  readonly page: Page;
  readonly shop: Shop;
  readonly form: SubmittedForm | undefined;
  /** Different for each page that is rendered. */
  readonly formKey: string;
  /** Receives the values of a `<Head>`. */
  head(props: HeadProps): void;
  /**
   * The content of an area, or a placeholder text until the page is assembled. `item` is the object of the component's
   * data in which the area is. Throws where there are no areas.
   */
  area(id: string, item?: object): ReactNode;
  /** The entries of a menu that the caller may see. Throws where there are none, as in the browser. */
  menu(name: string): MenuEntries[string];
  /** A text of the extension. Undefined for a key that it does not have, or that an island has not named. */
  text(key: string): FoundText | undefined;
}

/** Internal: set by the server's renderer and by islands. */
export const RenderContext = createContext<RenderTarget | undefined>(undefined);

export interface AreaProps {
  readonly id: string;
  /** An object of the component's query, in a list: the area is one of each item, and its components get the item. */
  readonly item?: object;
}

/**
 * Renders the components of other extensions in this area. Also export its id in `areas = [...]`, so that `stoa
 * check` knows it.
 */
export function Area({ id, item }: AreaProps): ReactNode {
  return useTarget('<Area>').area(id, item);
}

/** Sets values of the document's head. Renders nothing. */
export function Head(props: HeadProps): null {
  useTarget('<Head>').head(props);
  return null;
}

/** The page that is rendered. */
export function usePage(): Page {
  return useTarget('usePage()').page;
}

/** The shop: its name, locale and currency. */
export function useShop(): Shop {
  return useTarget('useShop()').shop;
}

/** Prices, numbers and dates as the shop's locale writes them. */
export function useFormat(): Format {
  return formatOf(useShop());
}

/** What the value of a tag in a text, such as `<link>`, makes of the words between its marks. */
export type Tag = (words: ReactNode) => ReactNode;

/** The arguments of texts, by key. `<extension>.gen.ts` has those of an extension. */
export type AnyTexts = Readonly<Record<string, TextValues>>;

/** The last parameter of a text: its values by name. It may be left out where there are none. */
export type TextParams<Values> = NoValues extends Values ? [values?: Values] : [values: Values];

type NoValues = Readonly<Record<never, never>>;

/** Without tags, which only elements have. */
export type PlainValues<Values> = {
  readonly [Name in keyof Values as Values[Name] extends Tag ? never : Name]: Values[Name];
};

/** The texts of an extension in the locale of the page. */
export interface Text<Keys = AnyTexts> {
  /** For the content of an element. A text that is missing in the locale has an element that says its own. */
  <Key extends keyof Keys & string>(key: Key, ...values: TextParams<Keys[Key]>): ReactNode;
  /** For attributes, titles and code. */
  plain<Key extends keyof Keys & string>(key: Key, ...values: TextParams<PlainValues<Keys[Key]>>): string;
}

/**
 * The texts in `texts/<locale>.json` of the extension. `useText<Texts>()`, with the type of `<extension>.gen.ts`, knows
 * their keys and arguments. A component that hydrates also exports the keys that it uses: `texts = ['show', 'hide']`.
 */
export function useText<Keys = AnyTexts>(): Text<Keys> {
  const { shop, text: find } = useTarget('useText()');
  const written = (key: string, [values]: readonly unknown[]) => {
    const found = find(key);
    if (found === undefined) throw unknownText(key);
    return { locale: found.locale, pieces: formatText(found, isValues(values) ? values : {}, shop) };
  };
  const element = <Key extends keyof Keys & string>(key: Key, ...values: TextParams<Keys[Key]>): ReactNode => {
    const { locale, pieces } = written(key, values);
    const isPlain = pieces.every((piece) => typeof piece === 'string');
    const words = isPlain ? [pieces.join('')] : pieces;
    if (languageOf(locale) !== languageOf(shop.locale))
      return createElement('span', { lang: locale, dir: 'auto' }, ...words);
    return isPlain ? words[0] : createElement(Fragment, null, ...words);
  };
  return Object.assign(element, {
    plain: <Key extends keyof Keys & string>(key: Key, ...values: TextParams<PlainValues<Keys[Key]>>): string =>
      written(key, values).pieces.join(''),
  });
}

function isValues(values: unknown): values is TextValues {
  return typeof values === 'object' && values !== null;
}

/** The page in one of the shop's locales. */
export interface PageLocale {
  readonly locale: string;
  /** The language in its own words: `Deutsch`. */
  readonly name: string;
  readonly path: string;
  /** Whether it is the locale of this page. */
  readonly isCurrent: boolean;
}

/** The pages whose page.json names this menu, and that the caller may see. Not in a component that hydrates. */
export function useMenu(name: string): readonly MenuEntry[] {
  const { page, menu } = useTarget('useMenu()');
  return markHere(menu(name), page.path);
}

/**
 * This page in each locale, for links that change the language. Empty in a shop with one locale. The gateway keeps the
 * choice of a person who follows such a link.
 */
export function useLocales(): readonly PageLocale[] {
  const { page, shop } = useTarget('useLocales()');
  const { locales } = shop;
  if (locales.length === 1) return [];
  const { path } = splitPath(locales, page.path);
  const query = new URLSearchParams(page.query).toString();
  return locales.map((locale) => ({
    locale,
    name: languageName(locale, locales),
    path: pathIn(locales, locale, query === '' ? path : `${path}?${query}`),
    isCurrent: locale === shop.locale,
  }));
}

/**
 * The refused form that was posted to this route: `routeId` of the extension's own or the only route of that name, or
 * `extension.routeId`. Empty when none was refused. With the endpoint's type, as in `useForm<AddReview>('addReview')`,
 * its fields are known.
 */
export function useForm<Input extends FormInput = AnyForm>(
  routeId: Input['routeId'],
): FormState<keyof Input['body'] & string, FilesOf<Input>> {
  const { form } = useTarget('useForm()');
  return form !== undefined && isFormOf(form, routeId) ? form : untouched;
}

/**
 * A text that is different for each page that is rendered. A form sends it in a hidden field. The same content with
 * the same key is one form that was sent twice, as by two clicks on a slow connection.
 */
export function useFormKey(): string {
  return useTarget('useFormKey()').formKey;
}

const untouched: FormState = { values: {}, errors: {}, message: undefined };

function isFormOf({ routeId, isLong = false }: SubmittedForm, asked: string): boolean {
  return routeId === asked || (!isLong && routeId.endsWith(`.${asked}`));
}

function useTarget(what: string): RenderTarget {
  const target = useContext(RenderContext);
  if (target === undefined) throw new Error(`${what} works only in page components, while they render`);
  return target;
}

/**
 * What page components import from `stoa`, on the server and in islands in the browser. The renderer provides the
 * {@link RenderContext}. Extensions see only what `extension-api.ts` exports again.
 */
import { createContext, type ReactNode, useContext } from 'react';
import { pathIn, splitPath } from './extension-locale.ts';

export { pathIn, splitPath } from './extension-locale.ts';

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

/** Facts about the shop, from `shop` in gateway.yaml. */
export interface Shop {
  readonly name: string;
  /** Scheme and host: `https://shop.example`. Undefined where gateway.yaml has none, as in development. */
  readonly url?: string | undefined;
  /** The locale of the page or answer, as a BCP 47 tag: `en-IE`. */
  readonly locale: string;
  /** All locales of the shop. The first is the default, whose addresses have no prefix. */
  readonly locales: readonly string[];
  /** In which direction the locale is written. */
  readonly direction: 'ltr' | 'rtl';
  /** The currency of all prices: ISO 4217. */
  readonly currency: string;
  /** Where the shop is: ISO 3166-1 alpha-2. */
  readonly country: string;
  /** IANA name: `Europe/Dublin`. */
  readonly timeZone: string;
}

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

/** The result of a form that was posted to a route. Empty unless the route refused it. */
export interface FormState<Name extends string = string> {
  /** Submitted values by field, without passwords. */
  readonly values: FormTexts<Name>;
  /** Error messages by field. */
  readonly errors: FormTexts<Name>;
  /** Error message about the whole form. */
  readonly message: string | undefined;
  /** For a guest on a private route: the address of the sign-in page, which leads back to this page. */
  readonly signIn?: string | undefined;
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

/** How the shop writes prices, numbers and dates. */
export interface Format {
  /** A price in the shop's currency. */
  price(amount: number): string;
  number(value: number): string;
  /** The day of an ISO 8601 time, in the shop's time zone. */
  day(time: string): string;
}

/** Prices, numbers and dates as the shop's locale writes them. */
export function useFormat(): Format {
  return formatOf(useShop());
}

/** By locale, currency and time zone. A process has few. */
const formats = new Map<string, Format>();

// Finding a locale's rules costs more than rendering a page.
function formatOf({ locale, currency, timeZone }: Shop): Format {
  const key = `${locale} ${currency} ${timeZone}`;
  const known = formats.get(key);
  if (known !== undefined) return known;
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  const numbers = new Intl.NumberFormat(locale);
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone });
  const format: Format = {
    price: (amount) => money.format(amount),
    number: (value) => numbers.format(value),
    day: (time) => days.format(new Date(time)),
  };
  formats.set(key, format);
  return format;
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

const languageNames = new Map<string, string>();

/** With the region where another locale has the same language. */
function languageName(locale: string, locales: readonly string[]): string {
  const [language = locale] = locale.split('-');
  const isShared = locales.some((other) => other !== locale && other.split('-')[0] === language);
  const shown = isShared ? locale : language;
  const key = `${locale} ${shown}`;
  const name = languageNames.get(key) ?? new Intl.DisplayNames(locale, { type: 'language' }).of(shown) ?? shown;
  languageNames.set(key, name);
  return name;
}

/**
 * The refused form that was posted to this route: `routeId` of the extension's own or the only route of that name, or
 * `extension.routeId`. Empty when none was refused. With the endpoint's type, as in `useForm<AddReview>('addReview')`,
 * its fields are known.
 */
export function useForm<Input extends FormInput = AnyForm>(
  routeId: Input['routeId'],
): FormState<keyof Input['body'] & string> {
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

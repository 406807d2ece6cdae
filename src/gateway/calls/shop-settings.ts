import {
  badInput,
  deepFreeze,
  didYouMean,
  type ExtensionId,
  errorFinding,
  type Finding,
  isObject,
  pointerKeys,
} from '#base';
import { type Config, isSecretName, liveFactsOf, shopIn } from '#config';
import type { Context, Shop } from '#extension-api';
import { findText, type Texts, textsIn } from '#extension-ui';
import { checkValues, type ExtensionManifest, noSettings, type StoredSettings, withLabels } from '#extensions';
import { coreTexts, type RequestScope } from '#http';
import type { DatabaseServer } from '#postgres';
import { unreadableColours } from './colour-contrast.ts';

type Values = Context['settings'];
type SettingsManifest = NonNullable<ExtensionManifest['settings']>;

/** Whose the facts about the shop are in the table. It is no name of an extension. */
const shopOwner = '@shop';

/** The settings of a gateway's extensions, and of the shop itself. */
export interface ShopSettings {
  /** What a request sees: the same for its whole life. */
  of(extension: ExtensionId, scope: Pick<RequestScope, 'settings'>): Values;
  /** The facts about the shop, in its default locale. One object between two changes of a fact. */
  shopOf(scope: Pick<RequestScope, 'settings'>): Shop;
  /** How many changes have ended sessions in the state that the request sees. */
  endedOf(scope: Pick<RequestScope, 'settings'>): number;
  /**
   * Stores live settings of an extension, or facts about the shop, and answers all that it has. Throws RequestError
   * BAD_USER_INPUT 400 with the messages of the fields, and for colours of the shop that cannot be read.
   */
  change(extension: string | undefined, values: Values, who: SettingChanger): Promise<Values>;
  /**
   * All live settings by extension, and then by name, each with its value and its JSON Schema, without the values of
   * secrets. Labels are in the locale, or in the shop's default. The facts about the shop are under `@shop`.
   */
  list(locale?: string): Values;
  /** Stored values that their schemas refuse. */
  readonly findings: readonly Finding[];
}

/** Who changes settings, and in which locale the messages are. The request sees the new state from then on. */
interface SettingChanger {
  readonly by: string | undefined;
  readonly locale?: string | undefined;
  readonly scope?: { settings?: unknown };
}

/** Joins the values of gateway.yaml with those that the shop has stored, once for each change. */
export function createShopSettings(
  { shop, file }: Pick<Config, 'shop' | 'file'>,
  manifests: readonly Pick<ExtensionManifest, 'id' | 'settings' | 'texts'>[],
  store: Pick<DatabaseServer['settings'], 'current' | 'change'> | undefined,
): ShopSettings {
  const facts = { file, ...liveFactsOf(shop) };
  const described = new Map<string, SettingsManifest>([[shopOwner, facts]]);
  for (const { id, settings } of manifests) if (settings !== undefined) described.set(id, settings);
  const joined = new WeakMap<StoredSettings, Map<string, Values>>();
  const join = (extension: ExtensionId, settings: SettingsManifest, stored: StoredSettings): Values => {
    const known = joined.get(stored) ?? new Map<string, Values>();
    joined.set(stored, known);
    const values = known.get(extension) ?? withStored(settings, stored.get(extension)).values;
    known.set(extension, values);
    return values;
  };
  let latest = { stored: '', shop };
  const shops = new WeakMap<Values, Shop>();
  const withFacts = (stored: Values | undefined): Shop => {
    if (stored === undefined) return shop;
    const known = shops.get(stored);
    if (known !== undefined) return known;
    // Changes of other settings leave the facts equal.
    const text = JSON.stringify(stored);
    if (text !== latest.stored)
      latest = { stored: text, shop: deepFreeze({ ...shop, ...withStored(facts, stored).values }) };
    shops.set(stored, latest.shop);
    return latest.shop;
  };
  const texts = new Map<string, Texts>(manifests.map((manifest) => [manifest.id, manifest.texts]));
  return {
    of(extension, scope) {
      const settings = described.get(extension);
      if (settings === undefined) return noSettings;
      if (store === undefined || settings.live.length === 0) return settings.values;
      scope.settings ??= store.current;
      return join(extension, settings, scope.settings);
    },
    shopOf(scope) {
      if (store === undefined) return shop;
      scope.settings ??= store.current;
      return withFacts(scope.settings.get(shopOwner));
    },
    endedOf(scope) {
      if (store === undefined) return 0;
      scope.settings ??= store.current;
      return scope.settings.ended;
    },
    async change(extension = shopOwner, values, { by, locale = shop.locale, scope = {} }) {
      const settings = described.get(extension);
      const live = settings?.live ?? [];
      if (settings === undefined || live.length === 0)
        throw badInput(`"${extension}" is no extension with live settings.`);
      if (store === undefined) throw new Error('settings were to be stored, but this command runs without a database');
      requireRight(settings, { ...store.current.get(extension), ...values }, Object.keys(values));
      const unreadable = extension === shopOwner ? unreadableColours(values.colours, coreTexts(locale)) : [];
      if (unreadable.length > 0) throw badInput(unreadable.join(' '), { colours: unreadable.join(' ') });
      const ends = live.filter((name) => propertyOf(settings.schema.properties, name).endsSessions === true);
      if (Object.keys(values).length > 0) await store.change(extension, values, { by, ends });
      scope.settings = store.current;
      const now = withStored(settings, store.current.get(extension)).values;
      return Object.fromEntries(live.flatMap((name) => (name in now ? [[name, now[name]]] : [])));
    },
    list(locale) {
      const all = [...described].filter(([, { live }]) => live.length > 0);
      return Object.fromEntries(
        all.map(([id, settings]) => {
          const { values } = withStored(settings, store?.current.get(id));
          const { properties, $defs } = settings.schema;
          const label = labelIn(texts.get(id) ?? {}, shopIn(shop, locale));
          const one = (name: string) => ({
            value: isSecretName(name) ? null : (values[name] ?? null),
            schema: withLabels({ ...propertyOf(properties, name), ...($defs !== undefined && { $defs }) }, label),
          });
          return [id, Object.fromEntries(settings.live.map((name) => [name, one(name)]))];
        }),
      );
    },
    findings: [...described].flatMap(([id, settings]) =>
      withStored(settings, store?.current.get(id)).refused.map(({ name, message }) => ({
        ...errorFinding('SETTING_REFUSED', {
          where: { file: settings.file, line: 1 },
          what: `the shop has stored a value of "${name}" that this schema refuses, so it has its default: ${message}`,
          fix: `Set it again: mutation { changeSettings(${ofOwner(id)}values: { ${name}: ... }) }.`,
        }),
        severity: 'warning' as const,
      })),
    ),
  };
}

function propertyOf(properties: unknown, name: string): Values {
  const property = isObject(properties) ? properties[name] : undefined;
  return isObject(property) ? property : {};
}

/** Of a text's key, the words of JSON Schema for what people read. */
function labelIn(texts: Texts, facts: Shop): (key: string) => object {
  const textOf = textsIn(texts, facts);
  return (key) => {
    const hint = `${key}.hint`;
    return { title: textOf(key), ...(findText(texts, hint, facts) !== undefined && { description: textOf(hint) }) };
  };
}

function ofOwner(id: string): string {
  return id === shopOwner ? '' : `extension: "${id}", `;
}

/** Settings go with each call to an extension elsewhere, in its header fields. */
const mostBytes = 8_192;

function requireRight(settings: SettingsManifest, all: Values, changed: readonly string[]): void {
  const { schema, values, live } = settings;
  const set = Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== null && live.includes(name)));
  const fields = new Map<string, string>();
  for (const name of changed.filter((each) => !live.includes(each)))
    fields.set(name, `"${name}" is no live setting. ${didYouMean(name, live)}`);
  for (const { pointer, message } of checkValues(schema, { ...values, ...set }).problems) {
    const [name = ''] = pointerKeys(pointer);
    // What was stored for another schema has its default, and hinders no change of others.
    if (changed.includes(name) || pointer === '') fields.set(name, message);
  }
  if (fields.size === 0 && Buffer.byteLength(JSON.stringify(set)) > mostBytes)
    fields.set(changed[0] ?? '', `the live settings of an extension have at most ${mostBytes} bytes`);
  if (fields.size > 0) throw badInput([...fields.values()].join(' '), Object.fromEntries(fields));
}

interface WithStored {
  readonly values: Values;
  readonly refused: readonly { readonly name: string; readonly message: string }[];
}

/** Where the stored values are wrong together, each is tried by itself, so that a wrong one takes no other along. */
function withStored({ schema, values, live }: SettingsManifest, stored: Values = noSettings): WithStored {
  const own = Object.entries(stored).filter(([name]) => live.includes(name));
  const all = { ...values, ...Object.fromEntries(own) };
  if (checkValues(schema, all).problems.length === 0) return { values: deepFreeze(all), refused: [] };
  const refused = new Map<string, string>();
  const taken = own.filter(([name, value]) => {
    const [problem] = checkValues(schema, { ...values, [name]: value }).problems;
    if (problem !== undefined) refused.set(name, problem.message);
    return problem === undefined;
  });
  return {
    values: deepFreeze({ ...values, ...Object.fromEntries(taken) }),
    refused: [...refused].map(([name, message]) => ({ name, message })),
  };
}

import type { Shop } from 'stoa';
import { type Described, describe, objectOf } from './setting-shape.ts';
import { partsOf, readValue, type SentTexts, textOf } from './setting-value.ts';

/** A live setting, as `Query.liveSettings` has it. */
export interface Setting {
  readonly extension: string;
  readonly name: string;
  readonly described: Described;
  readonly value: unknown;
  /** The value as one text, by which a form knows what was there. Empty where there is none. */
  readonly text: string;
}

/** Names a setting in an address: its form's anchor, and what the page says is saved. */
export function settingId({ extension, name }: Pick<Setting, 'extension' | 'name'>): string {
  return `${extension}.${name}`;
}

/** The facts about the shop are listed under this name. */
export const shopOwner = '@shop';

const facts = ['name', 'tagline', 'taglines', 'logo', 'colours', 'email', 'phone', 'address'] as const;

/** The text that is the label of a fact about the shop. Undefined for a fact without one. */
export function shopLabel(name: string): `shop.${(typeof facts)[number]}` | undefined {
  const fact = facts.find((one) => one === name);
  return fact && `shop.${fact}`;
}

/** Reads what `liveSettings` answers. */
export function settingsIn(answer: unknown, { decimals }: Pick<Shop, 'decimals'>): readonly Setting[] {
  return partsOf(answer).flatMap(([extension, all]) =>
    partsOf(all).map(([name, one]) => {
      const { value, schema } = objectOf(one);
      const root = objectOf(schema);
      const described = describe(name, root, false, { root, decimals });
      return { extension, name, described, value, text: textOf(value, described.shape) };
    }),
  );
}

/** The value that a form stands for, or a text alone: JSON for lists and objects. Null is the default. Throws SyntaxError. */
export function sentValue(setting: Setting, texts: SentTexts): unknown {
  const { shape } = setting.described;
  return readValue(hasFields(setting, texts) ? shape : { kind: 'json' }, texts, 'value') ?? null;
}

/** Whether the fields of a form were sent, and no JSON in place of several. */
export function hasFields({ described: { shape } }: Setting, texts: SentTexts): boolean {
  const isForm = Object.keys(texts).some((name) => name.startsWith('value/'));
  return isForm || !['fields', 'rows', 'named', 'either'].includes(shape.kind);
}

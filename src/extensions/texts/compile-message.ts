import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import type { Message, MessagePart } from '#extension-ui';

export type ArgumentKind = 'text' | 'number' | 'time' | 'tag';

export interface CompiledMessage {
  readonly message: Message;
  /** By name. A name that stands for a number in one place is one. */
  readonly args: ReadonlyMap<string, ArgumentKind>;
}

/** Why a text is not in the syntax of ICU MessageFormat. */
export interface MessageProblem {
  readonly reason: string;
  /** In characters from its beginning. */
  readonly offset: number;
}

/** Compiles a text in ICU MessageFormat. */
export function compileMessage(text: string): CompiledMessage | MessageProblem {
  const args = new Map<string, ArgumentKind>();
  if (!/[{}<']/.test(text)) return { message: text, args };
  try {
    const message = new Compiler(args).compile(parse(text), undefined);
    return { message, args };
  } catch (error) {
    if (error instanceof MessageError) return { reason: error.message, offset: 0 };
    if (!(error instanceof SyntaxError)) throw error;
    const place: unknown = Reflect.get(error, 'location');
    // `EXPECT_ARGUMENT_CLOSING_BRACE` → `expect argument closing brace`
    return { reason: error.message.toLowerCase().replaceAll('_', ' '), offset: offsetIn(place) };
  }
}

class MessageError extends Error {}

function offsetIn(place: unknown): number {
  const start: unknown = typeof place === 'object' && place !== null ? Reflect.get(place, 'start') : undefined;
  const offset: unknown = typeof start === 'object' && start !== null ? Reflect.get(start, 'offset') : undefined;
  return typeof offset === 'number' ? offset : 0;
}

interface Plural {
  readonly arg: string;
  readonly minus: number;
}

class Compiler {
  readonly #args: Map<string, ArgumentKind>;

  constructor(args: Map<string, ArgumentKind>) {
    this.#args = args;
  }

  /** `plural` is the innermost one, whose number `#` stands for. */
  compile(elements: readonly MessageFormatElement[], plural: Plural | undefined): Message {
    const parts = elements.map((element) => this.#part(element, plural));
    const texts = parts.filter((part) => typeof part === 'string');
    return texts.length === parts.length ? texts.join('') : parts;
  }

  #part(element: MessageFormatElement, plural: Plural | undefined): MessagePart {
    switch (element.type) {
      case TYPE.literal:
        return element.value;
      case TYPE.argument:
        return { arg: this.#note(element.value, 'text') };
      case TYPE.number:
        return { arg: this.#note(element.value, 'number'), ...numberOf(element.style) };
      case TYPE.date:
        return { arg: this.#note(element.value, 'time'), time: timeOf(element.style, 'dateStyle') };
      case TYPE.time:
        return { arg: this.#note(element.value, 'time'), time: timeOf(element.style, 'timeStyle') };
      case TYPE.select:
        return { arg: this.#note(element.value, 'text'), select: this.#choices(element.options, plural) };
      case TYPE.plural: {
        const own = { arg: this.#note(element.value, 'number'), minus: element.offset };
        const type = element.pluralType === 'ordinal' ? 'ordinal' : 'cardinal';
        return { ...shortened(own), type, plural: this.#choices(element.options, own) };
      }
      case TYPE.pound:
        // The parser takes # for text outside of plurals.
        return { arg: plural?.arg ?? '', number: {}, ...(plural?.minus ? { minus: plural.minus } : {}) };
      case TYPE.tag:
        return { tag: this.#note(element.value, 'tag'), content: this.compile(element.children, plural) };
    }
  }

  #choices(
    options: Readonly<Record<string, { readonly value: readonly MessageFormatElement[] }>>,
    plural: Plural | undefined,
  ): Readonly<Record<string, Message>> {
    return Object.fromEntries(
      Object.entries(options).map(([name, { value }]) => [name, this.compile(value, plural)] as const),
    );
  }

  #note(name: string, kind: ArgumentKind): string {
    const known = this.#args.get(name);
    if (known === undefined || known === 'text') this.#args.set(name, kind);
    else if (kind !== 'text' && kind !== known) throw new MessageError(`"${name}" is a ${known} and a ${kind}`);
    return name;
  }
}

function shortened({ arg, minus }: Plural): { readonly arg: string; readonly minus?: number } {
  return minus === 0 ? { arg } : { arg, minus };
}

type Style = Extract<MessageFormatElement, { readonly type: TYPE.number | TYPE.date | TYPE.time }>['style'];

const numberStyles: Readonly<Record<string, Intl.NumberFormatOptions>> = {
  integer: { maximumFractionDigits: 0 },
  percent: { style: 'percent' },
  price: { style: 'currency' },
};

function numberOf(style: Style): { readonly number: Intl.NumberFormatOptions; readonly scale?: number } {
  if (style === undefined || style === null) return { number: {} };
  if (typeof style === 'string') {
    const number = Object.hasOwn(numberStyles, style) ? numberStyles[style] : undefined;
    if (number === undefined) throw new MessageError(`"${style}" is no style of numbers: integer, percent, price`);
    return { number };
  }
  const { scale, ...number } = Object.fromEntries(Object.entries(style.parsedOptions));
  return typeof scale === 'number' ? { number, scale } : { number };
}

const timeStyles = ['short', 'medium', 'long', 'full'] as const;

function timeOf(style: Style, name: 'dateStyle' | 'timeStyle'): Intl.DateTimeFormatOptions {
  if (style === undefined || style === null) return { [name]: 'medium' };
  if (typeof style !== 'string') return Object.fromEntries(Object.entries(style.parsedOptions));
  const known = timeStyles.find((each) => each === style);
  if (known === undefined) throw new MessageError(`"${style}" is no style of times: ${timeStyles.join(', ')}`);
  return { [name]: known };
}

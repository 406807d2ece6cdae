import { useText } from 'stoa';
import type { Texts } from '../desk.gen.ts';
import type { Shape } from './setting-shape.ts';

/** The colours that every look of a shop has, with the texts that say where they are seen. */
const texts = {
  ground: 'colour.ground',
  surface: 'colour.surface',
  text: 'colour.text',
  quiet: 'colour.quiet',
  line: 'colour.line',
  border: 'colour.border',
  accent: 'colour.accent',
  'accent-strong': 'colour.accentStrong',
  'on-accent': 'colour.onAccent',
  mark: 'colour.mark',
  star: 'colour.star',
  error: 'colour.error',
} as const;

/** Whether a value is a colour, or one for each scheme. */
export function isColour(shape: Shape): boolean {
  return shape.kind === 'colour' || (shape.kind === 'either' && shape.one.kind === 'colour');
}

/** Each name with plain words in the reader's language. */
export function useColourNames(): readonly (readonly [name: string, words: string])[] {
  const text = useText<Texts>();
  return Object.entries(texts).map(([name, key]) => [name, text.plain(key)] as const);
}

/** The plain words of a colour, and its name. A look may have others, which have a name alone. */
export function ColourName({ name }: { readonly name: string }) {
  const words = useColourNames().find(([each]) => each === name)?.[1];
  const code = <code dir="ltr">{name}</code>;
  return words === undefined ? (
    code
  ) : (
    <>
      {words} ({code})
    </>
  );
}

/** What names there are. */
export function ColourNames() {
  const text = useText<Texts>();
  return (
    <details>
      <summary>{text('colour.names')}</summary>
      <ul>
        {useColourNames().map(([name]) => (
          <li key={name}>
            <ColourName name={name} />
          </li>
        ))}
      </ul>
    </details>
  );
}

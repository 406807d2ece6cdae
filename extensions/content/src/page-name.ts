import { useText } from 'stoa';
import type { Texts } from '../content.gen.ts';
import { slugs } from './read-pages.ts';

/** Names a page at the desk: by its title, or by what it is where no language has a text yet. */
export function usePageName(): (page: { readonly slug: string; readonly title: string }) => string {
  const text = useText<Texts>();
  return ({ slug, title }) => {
    const known = slugs.find((each) => each === slug && each === title);
    return known === undefined ? title : text.plain(`page.${known}`);
  };
}

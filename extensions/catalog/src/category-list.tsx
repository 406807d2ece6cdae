import type { PictureContent } from 'stoa';
import { CategoryImage } from './category-image.tsx';

interface Shown {
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
  /** A path of the shop. Left out: the list has no pictures. */
  readonly image?: string | null;
  readonly picture?: PictureContent | null;
}

interface CategoryListProps {
  readonly categories: readonly Shown[];
  readonly label: string;
  readonly className: string | undefined;
}

/** Links to categories; nothing where there are none. */
export function CategoryList({ categories, label, className }: CategoryListProps) {
  if (categories.length === 0) return null;
  return (
    <nav aria-label={label}>
      <ul className={className}>
        {categories.map(({ slug, name, url, image = null, picture = null }) => {
          const shown = (
            <>
              <CategoryImage image={image} picture={picture} alt="" sizes="7.5rem" />
              {name}
            </>
          );
          return <li key={slug}>{url === null ? shown : <a href={url}>{shown}</a>}</li>;
        })}
      </ul>
    </nav>
  );
}

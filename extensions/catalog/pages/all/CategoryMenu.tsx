import { useText } from 'stoa';
import type { CategoryMenuProps, Layout, Texts } from '../../catalog.gen.ts';
import styles from './CategoryMenu.module.css';

export const layout: Layout = { areaId: 'headerMenu', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { categories { slug name url } }
`;

/** The categories at the top, on every page. */
export default function CategoryMenu({ categories }: CategoryMenuProps) {
  const text = useText<Texts>();
  if (categories.length === 0) return null;
  return (
    <nav aria-label={text.plain('category.menu')}>
      <ul className={styles.menu}>
        {categories.map(({ slug, name, url }) => (
          <li key={slug}>{url === null ? name : <a href={url}>{name}</a>}</li>
        ))}
      </ul>
    </nav>
  );
}

import { useText } from 'stoa';
import type { CategoriesProps, Layout, Texts } from '../../catalog.gen.ts';
import { CategoryList } from '../../src/category-list.tsx';
import { useIsStart } from '../../src/is-start.ts';
import styles from './homepage.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 4 };
export const query = /* GraphQL */ `
  query {
    categories {
      children { slug name url image picture { width height sources { url width } } }
      slug name url image picture { width height sources { url width } }
    }
  }
`;

/** The categories of the second level, and those at the top that have none below them. */
export default function Categories({ categories }: CategoriesProps) {
  const text = useText<Texts>();
  if (!useIsStart()) return null;
  const tiles = categories.flatMap((category) => (category.children.length === 0 ? [category] : category.children));
  return <CategoryList categories={tiles} label={text.plain('category.all')} className={styles.tiles} />;
}

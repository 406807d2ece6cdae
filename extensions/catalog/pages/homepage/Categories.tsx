import { useText } from 'stoa';
import type { CategoriesProps, Layout, Texts } from '../../catalog.gen.ts';
import { CategoryList } from '../../src/category-list.tsx';
import styles from './homepage.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 4 };
export const query = /* GraphQL */ `
  query {
    startCategories(
      search: getContextValue("search")
      page: getContextValue("page")
      after: getContextValue("after")
      filter: getContextValue("filter")
    ) { slug name url image picture { width height sources { url width } } }
  }
`;

/** The categories of the second level, and those at the top that have none below them. */
export default function Categories({ startCategories }: CategoriesProps) {
  const text = useText<Texts>();
  return <CategoryList categories={startCategories} label={text.plain('category.all')} className={styles.tiles} />;
}

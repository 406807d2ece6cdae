import { useText } from 'stoa';
import type { CategoryMenuProps, Layout, Texts } from '../../catalog.gen.ts';
import { CategoryList } from '../../src/category-list.tsx';
import styles from './CategoryMenu.module.css';

export const layout: Layout = { areaId: 'headerMenu', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { categories { slug name url } }
`;

/** The categories at the top, on every page. */
export default function CategoryMenu({ categories }: CategoryMenuProps) {
  const text = useText<Texts>();
  return <CategoryList categories={categories} label={text.plain('category.menu')} className={styles.menu} />;
}

import { Head, usePage, useShop, useText } from 'stoa';
import type { CategoryTitleProps, Layout, Texts } from '../../catalog.gen.ts';
import { Breadcrumbs } from '../../src/breadcrumbs.tsx';
import { CategoryImage } from '../../src/category-image.tsx';
import { CategoryList } from '../../src/category-list.tsx';
import { listAddress, pageInAddress } from '../../src/list/list-address.ts';
import { ListProblem } from '../../src/list/list-problem.tsx';
import { titleOfCategory } from '../../src/list/list-title.ts';
import styles from './CategoryTitle.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 5 };
export const query = /* GraphQL */ `
  query {
    category(slug: getContextValue("slug")) {
      name url image imageAlt picture { width height sources { url width } }
      path { slug name url } children { slug name url }
    }
    home: url(routeId: "homepage")
  }
`;

/** Where one is, and what lies below. */
export default function CategoryTitle({ category, home }: CategoryTitleProps) {
  const { origin, query: parameters } = usePage();
  const shop = useShop();
  const text = useText<Texts>();
  if (category === null) return null;
  const { name, url, image, imageAlt, picture, path, children } = category;
  const { after, sort, filter } = parameters;
  const page = pageInAddress(parameters.page ?? '1') ?? 1;
  const isListed = url !== null && after === undefined && filter === undefined && (sort === undefined || page === 1);
  const steps = [{ name: shop.name, url: home }, ...path];
  return (
    <>
      <Head
        title={titleOfCategory(text, { name, shop, page })}
        description={text.plain('category.about', { name, shop: shop.name })}
        canonical={isListed ? listAddress(url, { page }) : undefined}
        jsonLd={{
          '@type': 'BreadcrumbList',
          itemListElement: steps.map((step, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            name: step.name,
            item: origin + (step.url ?? '/'),
          })),
        }}
      />
      <Breadcrumbs home={home} path={path.slice(0, -1)} />
      <h1>{name}</h1>
      <CategoryImage className={styles.picture} {...{ image, picture }} alt={imageAlt} sizes="20rem" loading="eager" />
      <ListProblem parameters={parameters} list={url ?? ''} />
      <CategoryList categories={children} label={text.plain('category.below')} className={styles.below} />
    </>
  );
}

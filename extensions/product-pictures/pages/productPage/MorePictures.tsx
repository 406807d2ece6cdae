import { Picture, useText } from 'stoa';
import type { Layout, MorePicturesProps, Texts } from '../../product-pictures.gen.ts';
import styles from './MorePictures.module.css';

export const layout: Layout = { areaId: 'productPageTop', sortOrder: 20 };
export const query = /* GraphQL */ `
  query { product(id: getContextValue("productId")) { pictures { id alt width height sources { url width } } } }
`;

/** The pictures of the product beside the first, which the catalog shows. */
export default function MorePictures({ product }: MorePicturesProps) {
  const text = useText<Texts>();
  const others = product?.pictures?.slice(1) ?? [];
  if (others.length === 0) return null;
  return (
    <section className={styles.more} aria-label={text.plain('pictures.more')}>
      {others.map((picture) => (
        <Picture key={picture.id} picture={picture} alt={picture.alt} sizes="8rem" />
      ))}
    </section>
  );
}

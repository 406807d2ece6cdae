import { Area, useFormat, useShop } from 'stoa';
import { langOf } from '../product-lang.ts';
import { UnitPrice } from '../unit-price.tsx';
import type { VariantContent } from '../variant-content.ts';
import styles from './product-card.module.css';

interface ProductCardProps {
  readonly product: {
    readonly productId: string;
    readonly name: string;
    readonly locale: string | null;
    readonly money: number;
    readonly content: VariantContent | null;
    readonly image: string | null;
    readonly url: string | null;
  };
  /** The level of its heading. */
  readonly level?: 2 | 3 | undefined;
  /** Whether its picture is loaded only when it comes into view. */
  readonly isLate: boolean;
}

/**
 * A product in a list. The whole card is the link. A component with cards exports `areas = ['productCard']`: others put
 * something into each of them.
 */
function ProductCard({ product, level = 2, isLate }: ProductCardProps) {
  const Heading = level === 2 ? 'h2' : 'h3';
  const { name, money, content, image, url } = product;
  const format = useFormat();
  const lang = langOf(product, useShop());
  return (
    <li className={styles.card}>
      <Heading className={styles.name} lang={lang}>
        {url === null ? name : <a href={url}>{name}</a>}
      </Heading>
      <Area id="productCard" item={product} />
      <p className={styles.price}>
        {format.money(money)}
        <UnitPrice money={money} content={content} />
      </p>
      {image === null ? (
        <div className={styles.picture} />
      ) : (
        <img
          className={styles.picture}
          src={image}
          alt=""
          width={400}
          height={400}
          loading={isLate ? 'lazy' : undefined}
        />
      )}
    </li>
  );
}

interface ProductCardsProps extends Pick<ProductCardProps, 'level'> {
  readonly products: readonly ProductCardProps['product'][];
  /** How many pictures are loaded at once. */
  readonly inView?: number;
}

/** A list of products. */
export function ProductCards({ products, level, inView = 8 }: ProductCardsProps) {
  return (
    <ul className={styles.grid}>
      {products.map((product, index) => (
        <ProductCard key={product.productId} product={product} level={level} isLate={index >= inView} />
      ))}
    </ul>
  );
}

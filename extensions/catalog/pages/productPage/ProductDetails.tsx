import { moneyText } from '@stoa/desk-ui/money';
import { Area, Head, useFormat, usePage, useShop, useText } from 'stoa';
import type { Layout, ProductDetailsProps, Texts } from '../../catalog.gen.ts';
import { langOf } from '../../src/product-lang.ts';
import { UnitPrice } from '../../src/unit-price.tsx';
import styles from './ProductDetails.module.css';

export const layout: Layout = { areaId: 'productPageTop', sortOrder: 10 };
export const areas = ['productSummary', 'productPrice'];
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) {
      productId slug name locale money content { amount unit } description sku image imageAlt url
    }
    home: url(routeId: "homepage")
  }
`;

/** Picture, name, price and description. */
export default function ProductDetails({ product, home }: ProductDetailsProps) {
  const shop = useShop();
  const format = useFormat();
  const text = useText<Texts>();
  if (product === null) return null;
  const { name, money, content, description, sku, image, imageAlt } = product;
  const lang = langOf(product, shop);
  return (
    <article className={styles.details}>
      <ProductHead product={product} home={home ?? '/'} />
      {image !== null && (
        <img
          className={styles.picture}
          src={image}
          alt={imageAlt ?? ''}
          width={400}
          height={400}
          fetchPriority="high"
        />
      )}
      <div className={styles.text}>
        <h1 lang={lang}>{name}</h1>
        <Area id="productSummary" />
        <p className={styles.price}>
          {format.money(money)}
          <UnitPrice money={money} content={content} />
        </p>
        <Area id="productPrice" />
      </div>
      <div className={styles.about}>
        {description !== null && (
          <p className={styles.description} lang={lang} dir="auto">
            {description}
          </p>
        )}
        <p className={styles.sku}>{text('product.item', { sku })}</p>
      </div>
    </article>
  );
}

interface ProductHeadProps {
  readonly product: NonNullable<ProductDetailsProps['product']>;
  readonly home: string;
}

/** The pictures that come with the catalog. Other sites take no SVG, so that each is there as PNG, too. */
const drawing = /^(\/assets\/catalog\/[^/]+)\.svg$/;

/** What search engines read. An earlier slug leads to the present one. */
function ProductHead({ product, home }: ProductHeadProps) {
  const { origin, path } = usePage();
  const shop = useShop();
  const { productId, slug, name, money, description, sku, url } = product;
  const image = product.image?.replace(drawing, '$1.png');
  const address = origin + (url ?? path);
  const isPresent = [productId, slug].includes(path.split('/').at(-1) ?? '');
  return (
    <Head
      title={`${name} – ${shop.name}`}
      description={description ?? undefined}
      canonical={url ?? undefined}
      movedTo={isPresent ? undefined : (url ?? undefined)}
      image={image}
      type="product"
      jsonLd={[
        {
          '@type': 'Product',
          '@id': `${address}#product`,
          name,
          sku,
          url: address,
          description: description ?? undefined,
          image: image === undefined ? undefined : origin + image,
          offers: { '@type': 'Offer', url: address, price: moneyText(money, shop), priceCurrency: shop.currency },
        },
        {
          '@type': 'BreadcrumbList',
          itemListElement: [
            { '@type': 'ListItem', position: 1, name: shop.name, item: origin + home },
            { '@type': 'ListItem', position: 2, name, item: address },
          ],
        },
      ]}
    />
  );
}

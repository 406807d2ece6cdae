import { Area, useLocales, useShop, useText } from 'stoa';
import type { FooterProps, Layout, Texts } from '../../catalog.gen.ts';
import { shopTitle } from '../../src/list-title.ts';
import styles from './Footer.module.css';

export const layout: Layout = { areaId: 'footer', sortOrder: 10 };
export const areas = ['footerLinks'];
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

export default function Footer({ home }: FooterProps) {
  const shop = useShop();
  const { email, phone, address } = shop;
  const text = useText<Texts>();
  const locales = useLocales();
  return (
    <div className={styles.footer}>
      <div className={styles.bar}>
        <p>{shopTitle(shop)}</p>
        {address !== undefined && <p>{address}</p>}
        {phone !== undefined && <a href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>{phone}</a>}
        {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
        <a href={home ?? '/'}>{text('shop.allProducts')}</a>
        <Area id="footerLinks" />
        {locales.length > 0 && (
          <nav className={styles.languages} aria-label={text.plain('shop.languages')}>
            {locales.map(({ locale, name: language, path, isCurrent }) => (
              <a key={locale} href={path} lang={locale} hrefLang={locale} aria-current={isCurrent ? 'true' : undefined}>
                {language}
              </a>
            ))}
          </nav>
        )}
      </div>
    </div>
  );
}

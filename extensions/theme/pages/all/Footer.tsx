import { Area, useLocales, useShop, useText } from 'stoa';
import type { Layout, Texts } from '../../theme.gen.ts';
import styles from './Footer.module.css';

export const layout: Layout = { areaId: 'footer', sortOrder: 10 };
export const areas = ['footerLinks'];

/** How to reach the shop, the links of other extensions, and the languages. */
export default function Footer() {
  const { name, tagline, email, phone, address } = useShop();
  const text = useText<Texts>();
  const locales = useLocales();
  return (
    <div className={styles.footer}>
      <div className={styles.bar}>
        <p>{tagline === undefined ? name : `${name}: ${tagline}`}</p>
        {address !== undefined && <p>{address}</p>}
        {phone !== undefined && <a href={`tel:${dialled(phone)}`}>{phone}</a>}
        {email !== undefined && <a href={`mailto:${email}`}>{email}</a>}
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

/** What a telephone dials. In +49 (0)30 123, the zero is for calls within the country. */
function dialled(phone: string): string {
  return phone.replace('(0)', '').replaceAll(/[^+\d]/g, '');
}

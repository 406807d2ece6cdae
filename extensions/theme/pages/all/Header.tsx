import { Area, useShop, useText } from 'stoa';
import titleFont from '../../assets/newsreader-latin-500.woff2';
import type { HeaderProps, Layout, Texts } from '../../theme.gen.ts';
import styles from './Header.module.css';
import './shop.css';

export const layout: Layout = { areaId: 'header', sortOrder: 10 };
export const areas = ['headerSearch', 'headerLinks', 'headerMenu'];
export const query = /* GraphQL */ `
  query { home: url(routeId: "homepage") }
`;

/** The shop's name; other extensions add a search, links and a menu. */
export default function Header({ home }: HeaderProps) {
  const { name, logo } = useShop();
  const text = useText<Texts>();
  const { width, height } = sizeIn(logo);
  return (
    <>
      <link rel="preload" as="font" type="font/woff2" href={titleFont} crossOrigin="anonymous" />
      <a className={styles.skip} href="#content">
        {text('shop.skip')}
      </a>
      <div className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.name} href={home ?? '/'}>
            {logo !== undefined && (
              <img className={styles.logo} src={logo} alt="" width={width} height={height} fetchPriority="low" />
            )}
            {name}
          </a>
          <div className={styles.search}>
            <Area id="headerSearch" />
          </div>
          <nav className={styles.links} aria-label={text.plain('shop.links')}>
            <Area id="headerLinks" />
          </nav>
        </div>
        <div className={styles.menu}>
          <Area id="headerMenu" />
        </div>
      </div>
    </>
  );
}

/** The size of an uploaded logo, which its address ends with. Any other one is square until it is there. */
function sizeIn(logo = ''): { readonly width: string; readonly height: string } {
  const [, width = '36', height = '36'] = /\.(\d+)x(\d+)\.webp$/.exec(logo) ?? [];
  return { width, height };
}

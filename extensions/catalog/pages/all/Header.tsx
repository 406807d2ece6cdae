import { Area, usePage, useShop, useText } from 'stoa';
import type { HeaderProps, Layout, Texts } from '../../catalog.gen.ts';
import styles from './Header.module.css';
import './shop.css';

export const layout: Layout = { areaId: 'header', sortOrder: 10 };
export const areas = ['headerLinks', 'headerMenu'];
export const query = /* GraphQL */ `
  query {
    home: url(routeId: "homepage")
  }
`;

/** The shop's name, the search, and where else one can go; other extensions add links of their own. */
export default function Header({ home }: HeaderProps) {
  const { query: parameters } = usePage();
  const { name, logo } = useShop();
  const text = useText<Texts>();
  return (
    <>
      <a className={styles.skip} href="#content">
        {text('shop.skip')}
      </a>
      <div className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.name} href={home ?? '/'}>
            {logo !== undefined && <img className={styles.logo} src={logo} alt="" width="28" height="28" />}
            {name}
          </a>
          <search className={styles.search}>
            <form action={home ?? '/'}>
              <label className={styles.hidden} htmlFor="search">
                {text('search.label')}
              </label>
              <input
                id="search"
                name="search"
                type="search"
                maxLength={200}
                placeholder={text.plain('search.word')}
                defaultValue={parameters.search}
              />
              <button type="submit">{text('search.word')}</button>
            </form>
          </search>
          <nav className={styles.links} aria-label={text.plain('shop.links')}>
            <Area id="headerLinks" />
          </nav>
        </div>
        <Area id="headerMenu" />
      </div>
    </>
  );
}

import { useText } from 'stoa';
import type { Texts } from '../catalog.gen.ts';
import styles from './breadcrumbs.module.css';

interface BreadcrumbsProps {
  readonly home: string | null;
  readonly path: readonly { readonly slug: string; readonly name: string; readonly url: string | null }[];
}

/** The way from the start page down. */
export function Breadcrumbs({ home, path }: BreadcrumbsProps) {
  const text = useText<Texts>();
  return (
    <nav aria-label={text.plain('category.way')}>
      <ol className={styles.way}>
        <li>
          <a href={home ?? '/'}>{text('category.start')}</a>
        </li>
        {path.map(({ slug, name, url }) => (
          <li key={slug}>{url === null ? name : <a href={url}>{name}</a>}</li>
        ))}
      </ol>
    </nav>
  );
}

import { Head, type Layout } from 'stoa';
import { counted } from '../../src/format.ts';
import { Components, type MappedExtension, Routes, Types } from '../../src/mapped.tsx';
import { SourcePath } from '../../src/source-path.tsx';
import styles from './Map.module.css';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    map {
      id version folder declaredAt migrations
      routes { name methods path access handlers at }
      types { name isExtended kind at fields { name returns at } }
      components { name page path area sortOrder hydrate offers at }
    }
  }
`;

interface MapProps {
  readonly map: readonly MappedExtension[] | null;
}

/** What each extension adds, and in which file. */
export default function ShopMap({ map }: MapProps) {
  if (map === null) return null;
  return (
    <>
      <Head title="Map · Stoa console" />
      <h1>Map</h1>
      <p className="muted">What each extension adds to the shop. A path leads to the file.</p>
      <nav className={styles.index} aria-label="Extensions">
        {map.map(({ id, routes, types, components }) => (
          <a key={id} href={`#${id}`}>
            <b>{id}</b>
            <span className="muted">{summary({ routes, types, components })}</span>
          </a>
        ))}
      </nav>
      {map.map(({ id, version, folder, declaredAt, routes, types, components, migrations }) => (
        <section key={id} id={id} className={`card ${styles.extension}`} aria-labelledby={`${id}-title`}>
          <div className={styles.head}>
            <h2 id={`${id}-title`}>{id}</h2>
            <p className="muted">
              {version !== null && <>{version}, </>}
              <SourcePath at={folder} />, enabled in <SourcePath at={declaredAt} />
            </p>
          </div>
          <Routes routes={routes} />
          <Types types={types} />
          <Components components={components} />
          {migrations.length > 0 && (
            <>
              <h3>Migrations</h3>
              <p className={styles.migrations}>{migrations.join(', ')}</p>
            </>
          )}
        </section>
      ))}
    </>
  );
}

function summary({ routes, types, components }: Pick<MappedExtension, 'routes' | 'types' | 'components'>): string {
  const counts = [
    [routes.length, 'route'],
    [fieldCount(types), 'field'],
    [components.length, 'component'],
  ] as const;
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)])).join(', ');
}

function fieldCount(types: MappedExtension['types']): number {
  return types.reduce((count, { fields }) => count + fields.length, 0);
}

import { Head, usePage } from 'stoa';
import type { Layout, MapProps } from '../../console.gen.ts';
import { counted } from '../../src/format.ts';
import { MapDrawing } from '../../src/map-drawing.tsx';
import { linksOf } from '../../src/map-graph.ts';
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

/** The extensions drawn, and what each adds, in which file. */
export default function ShopMap({ map }: MapProps) {
  const { path, query: parameters } = usePage();
  if (map === null) return null;
  const { extension = '', type = '' } = parameters;
  const found = map.filter((each) => matches(each, { extension, type }));
  const isFiltered = extension !== '' || type !== '';
  return (
    <>
      <Head title="Map · Stoa console" />
      <h1>Map</h1>
      <p className="muted">What each extension adds to the shop, and to whom. A path leads to the file.</p>
      <search>
        <form className={styles.filter} action={path}>
          <Select name="extension" label="Extension" value={extension} options={map.map(({ id }) => id)} />
          <Select name="type" label="Type" value={type} options={typeNames(map)} />
          <button type="submit">Filter</button>
          {isFiltered && <a href={path}>Show all</a>}
        </form>
      </search>
      <MapDrawing ids={map.map(({ id }) => id)} links={linksOf(map)} found={new Set(found.map(({ id }) => id))} />
      <p role="status">{isFiltered ? `${found.length} of ${counted(map.length, 'extension')}.` : null}</p>
      {found.map((each) => (
        <Extension key={each.id} extension={each} type={type} isOpen={isFiltered} />
      ))}
    </>
  );
}

interface Filter {
  readonly extension: string;
  readonly type: string;
}

function matches({ id, types }: MappedExtension, { extension, type }: Filter): boolean {
  return (extension === '' || id === extension) && (type === '' || types.some(({ name }) => name === type));
}

function typeNames(map: readonly MappedExtension[]): readonly string[] {
  return [...new Set(map.flatMap(({ types }) => types.map(({ name }) => name)))].sort();
}

interface ExtensionProps {
  readonly extension: MappedExtension;
  /** Of the types, only this one is listed. Empty for all. */
  readonly type: string;
  readonly isOpen: boolean;
}

function Extension({ extension, type, isOpen }: ExtensionProps) {
  const { id, version, folder, declaredAt, routes, types, components, migrations } = extension;
  return (
    <details id={id} className={`card ${styles.extension}`} open={isOpen}>
      <summary>
        <h2>{id}</h2> <span className="muted">{summary({ routes, types, components })}</span>
      </summary>
      <p className="muted">
        {version !== null && <>{version}, </>}
        <SourcePath at={folder} />, enabled in <SourcePath at={declaredAt} />
      </p>
      {type === '' && <Routes routes={routes} />}
      <Types types={types.filter(({ name }) => type === '' || name === type)} />
      {type === '' && <Components components={components} />}
      {type === '' && migrations.length > 0 && (
        <>
          <h3>Migrations</h3>
          <p className={styles.migrations}>{migrations.join(', ')}</p>
        </>
      )}
    </details>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
}

function Select({ name, label, value, options }: SelectProps) {
  return (
    <label>
      {label}{' '}
      <select name={name} defaultValue={value}>
        <option value="">all</option>
        {options.map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
    </label>
  );
}

function summary({ routes, types, components }: Pick<MappedExtension, 'routes' | 'types' | 'components'>): string {
  const counts = [
    [routes.length, 'route'],
    [types.reduce((count, { fields }) => count + fields.length, 0), 'field'],
    [components.length, 'component'],
  ] as const;
  return counts.flatMap(([count, noun]) => (count === 0 ? [] : [counted(count, noun)])).join(', ');
}

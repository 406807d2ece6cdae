import type { ReactNode } from 'react';
import styles from './mapped.module.css';
import { SourceLink } from './source-path.tsx';

export interface MappedExtension {
  readonly id: string;
  readonly version: string | null;
  readonly folder: string;
  readonly declaredAt: string;
  readonly migrations: readonly string[];
  readonly routes: readonly MappedRoute[];
  readonly types: readonly MappedType[];
  readonly components: readonly MappedComponent[];
}

interface MappedRoute {
  readonly name: string;
  readonly methods: readonly string[];
  readonly path: string;
  readonly access: string;
  readonly handlers: readonly string[];
  readonly at: string;
}

interface MappedType {
  readonly name: string;
  readonly isExtended: boolean;
  readonly kind: string;
  readonly at: string;
  readonly fields: readonly { readonly name: string; readonly returns: string; readonly at: string }[];
}

interface MappedComponent {
  readonly name: string;
  readonly page: string;
  readonly path: string | null;
  readonly area: string;
  readonly sortOrder: number;
  readonly hydrate: string | null;
  readonly offers: readonly string[];
  readonly at: string;
}

export function Routes({ routes }: { readonly routes: readonly MappedRoute[] }) {
  return (
    <Rows title="Routes" count={routes.length}>
      {routes.map(({ name, methods, path, access, handlers, at }) => (
        <li key={`${methods.join()} ${path}`}>
          <p>
            <code>
              <b>{methods.join(', ')}</b> {path}
            </code>
          </p>
          <p className={styles.about}>
            {name} · {access} · {handlers.join(' › ')}
          </p>
          <SourceLink at={at} />
        </li>
      ))}
    </Rows>
  );
}

export function Types({ types }: { readonly types: readonly MappedType[] }) {
  return (
    <Rows title="GraphQL types and fields" count={types.length}>
      {types.flatMap(({ name, isExtended, kind, at, fields }) => [
        <li key={`${name} ${at}`}>
          <p>
            <code>
              {isExtended ? 'adds to ' : `${kind} `}
              <b>{name}</b>
            </code>
          </p>
          <p className={styles.about} />
          <SourceLink at={at} />
        </li>,
        ...fields.map((field) => (
          <li key={`${name}.${field.name} ${field.at}`} className={styles.field}>
            <p>
              <code>{field.name}</code>
            </p>
            <p className={styles.about}>
              <code>{field.returns}</code>
            </p>
            <SourceLink at={field.at} />
          </li>
        )),
      ])}
    </Rows>
  );
}

export function Components({ components }: { readonly components: readonly MappedComponent[] }) {
  return (
    <Rows title="Page components" count={components.length}>
      {components.map(({ name, page, path, area, sortOrder, hydrate, offers, at }) => (
        <li key={`${page} ${name}`}>
          <p>
            <b>{name}</b>
          </p>
          <p className={styles.about}>
            {page}
            {path !== null && (
              <>
                {' '}
                <code>{path}</code>
              </>
            )}
            , {area}, order {sortOrder}
            {hydrate !== null && `, island (${hydrate})`}
            {offers.length > 0 && `, offers ${offers.join(', ')}`}
          </p>
          <SourceLink at={at} />
        </li>
      ))}
    </Rows>
  );
}

interface RowsProps {
  readonly title: string;
  readonly count: number;
  readonly children: ReactNode;
}

function Rows({ title, count, children }: RowsProps) {
  if (count === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <ul className={styles.rows}>{children}</ul>
    </>
  );
}

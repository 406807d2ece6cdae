import { useText } from 'stoa';
import type { Graph, Texts } from '../invoice-documents.gen.ts';

type Shown = Pick<Graph['OrderDocument'], 'kind' | 'number' | 'url'>;

/** A link to each PDF of an order. */
export function DocumentLinks({ documents }: { readonly documents: readonly Shown[] }) {
  const text = useText<Texts>();
  return (
    <ul>
      {documents.map(({ kind, number, url }) => (
        <li key={number}>
          <a href={url} type="application/pdf">
            {text('link', { kind, number })}
          </a>
        </li>
      ))}
    </ul>
  );
}

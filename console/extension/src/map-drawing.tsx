import styles from './map-drawing.module.css';
import { type Box, box, drawingOf, type MapLink } from './map-graph.ts';

interface MapDrawingProps {
  readonly ids: readonly string[];
  readonly links: readonly MapLink[];
  /** The extensions that the filter has found. */
  readonly found: ReadonlySet<string>;
}

/** Boxes and arrows, once for wide windows and once for narrow ones, and the same as a list. */
export function MapDrawing({ ids, links, found }: MapDrawingProps) {
  return (
    <>
      <figure className={`card ${styles.figure}`}>
        <figcaption className="muted">
          An arrow leads to the extension whose types get fields (solid), or whose areas get components (dashed).
        </figcaption>
        <Picture name="wide" columns={6} ids={ids} links={links} found={found} />
        <Picture name="narrow" columns={2} ids={ids} links={links} found={found} />
      </figure>
      <details className={styles.text}>
        <summary>The arrows as text</summary>
        <ul>
          {links.map(({ from, to, types, pages }) => (
            <li key={`${from} ${to}`}>
              <b>{from}</b> → <b>{to}</b>
              {types.length > 0 && `, types: ${types.join(', ')}`}
              {pages.length > 0 && `, components: ${pages.join(', ')}`}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

interface PictureProps extends MapDrawingProps {
  readonly name: 'wide' | 'narrow';
  readonly columns: number;
}

function Picture({ name, columns, ids, links, found }: PictureProps) {
  const { width, height, boxes } = drawingOf(ids, links, columns);
  const places = new Map(boxes.map((each) => [each.id, each]));
  const arrow = `arrow-${name}`;
  return (
    <svg
      className={`${styles.picture} ${styles[name]}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
    >
      <title>{`${ids.length} extensions and ${links.length} arrows between them; the same follows as text`}</title>
      <defs>
        <marker id={arrow} viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">
          <path d="M0 0L8 4L0 8Z" className={styles.head} />
        </marker>
      </defs>
      {links.map(({ from, to, types }) => {
        const [one, other] = [places.get(from), places.get(to)];
        if (one === undefined || other === undefined) return null;
        const isFound = found.has(from) || found.has(to);
        return (
          <path
            key={`${from} ${to}`}
            className={`${styles.link} ${types.length === 0 ? styles.dashed : ''} ${isFound ? '' : styles.faint}`}
            d={lineOf(one, other)}
            markerEnd={`url(#${arrow})`}
          />
        );
      })}
      {boxes.map(({ id, x, y }) => (
        <a
          key={id}
          href={`/console/map?extension=${encodeURIComponent(id)}#${encodeURIComponent(id)}`}
          className={found.has(id) ? styles.box : `${styles.box} ${styles.faint}`}
        >
          <rect x={x} y={y} width={box.width} height={box.height} rx="6" />
          <text x={x + box.width / 2} y={y + box.height / 2 + 5} textAnchor="middle">
            {id.length > 19 ? `${id.slice(0, 18)}…` : id}
          </text>
          <title>{id}</title>
        </a>
      ))}
    </svg>
  );
}

/** From the upper edge of the box that needs to the lower edge of the one that is needed; beside it in the same row. */
function lineOf(from: Box, to: Box): string {
  const [x1, x2] = [from.x + box.width / 2, to.x + box.width / 2];
  if (from.y === to.y) {
    const rise = from.y - 14;
    return `M${x1} ${from.y}C${x1} ${rise} ${x2} ${rise} ${x2} ${to.y}`;
  }
  const [y1, y2] = from.y > to.y ? [from.y, to.y + box.height] : [from.y + box.height, to.y];
  const middle = (y1 + y2) / 2;
  return `M${x1} ${y1}C${x1} ${middle} ${x2} ${middle} ${x2} ${y2}`;
}

import { encodeQR } from 'qr';
import styles from './second-factor.module.css';

/** Dark on light in every theme, with the quiet zone that readers need. */
export function QrCode({ content, label }: { readonly content: string; readonly label: string }) {
  const rows = encodeQR(content, 'raw', { border: 4 });
  const path = rows.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg className={styles.picture} viewBox={`0 0 ${rows.length} ${rows.length}`} role="img" aria-label={label}>
      <rect width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

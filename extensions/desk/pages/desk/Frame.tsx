import { Area, useMenu, useShop, useText } from 'stoa';
import type { FrameProps, Layout, Texts } from '../../desk.gen.ts';
import './desk.css';
import './parts.css';
import './forms.css';
import './lists.css';

export const layout: Layout = { areaId: 'header', sortOrder: 10 };
// Lists have the last two: see @stoa/desk-ui.
export const areas = ['deskAccount', 'deskViews', 'deskBulk'];
export const query = /* GraphQL */ `
  query { home: url(routeId: "deskHome") shop: url(routeId: "homepage") }
`;

/** The shop's name, the menu of what the caller may do, and the way out. */
export default function Frame({ home, shop }: FrameProps) {
  const { name } = useShop();
  const text = useText<Texts>();
  const groups = [...Map.groupBy(useMenu('desk'), ({ group }) => group)];
  return (
    <>
      <a className="desk-skip" href="#content">
        {text('skip')}
      </a>
      <div className="desk-frame">
        <a className="desk-name" href={home ?? '/'}>
          {name}
        </a>
        <nav className="desk-menu" aria-label={text.plain('menu')}>
          {groups.map(([group = '', entries]) => (
            <ul key={group}>
              {entries.map(({ routeId, label, path, isHere }) => (
                <li key={routeId}>
                  <a href={path} aria-current={isHere ? 'page' : undefined}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          ))}
        </nav>
        <div className="desk-account">
          <a href={shop ?? '/'}>{text('toShop')}</a>
          <Area id="deskAccount" />
        </div>
      </div>
    </>
  );
}

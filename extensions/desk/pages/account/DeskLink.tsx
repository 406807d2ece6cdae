import { useText } from 'stoa';
import type { DeskLinkProps, Layout, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 90 };
export const permissions = ['desk:use'];
export const query = /* GraphQL */ `
  query { desk: url(routeId: "deskHome") }
`;

/** How a member finds the desk. */
export default function DeskLink({ desk }: DeskLinkProps) {
  const text = useText<Texts>();
  if (desk === null) return null;
  return (
    <p>
      <a href={desk}>{text('toDesk')}</a>
    </p>
  );
}

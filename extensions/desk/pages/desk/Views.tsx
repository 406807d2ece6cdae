import { Field, Form, useList } from '@stoa/desk-ui';
import { usePage, useText } from 'stoa';
import type { Layout, Texts, ViewsProps } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'deskViews', sortOrder: 10 };
export const permissions = ['desk:use'];
export const query = /* GraphQL */ `
  query {
    ofList: deskViews(list: getContextValue("routeId")) { id name url }
    save: url(routeId: "saveView")
    views: url(routeId: "deskViews")
  }
`;

/** The person's own views of the list below, and a form that saves what it shows now. */
export default function Views({ ofList, save, views }: ViewsProps) {
  const text = useText<Texts>();
  const { routeId } = usePage();
  const { kept, address } = useList();
  const here = address();
  return (
    <div className="desk-views">
      {ofList.length > 0 && (
        <nav aria-label={text.plain('views')}>
          <ul>
            {ofList.map(({ id, name, url }) => (
              <li key={id}>
                <a href={url ?? here} aria-current={url === here ? 'page' : undefined}>
                  <bdi>{name}</bdi>
                </a>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <details>
        <summary>{text('view.save')}</summary>
        <Form action={save} submit={text('view.save')} hidden={{ list: routeId, query: kept }} inline>
          <Field name="name" label={text('view.name')} required maxLength={60} dir="auto" />
        </Form>
        {views !== null && <a href={views}>{text('views')}</a>}
      </details>
    </div>
  );
}

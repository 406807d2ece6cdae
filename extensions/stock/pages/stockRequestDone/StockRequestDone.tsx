import { Head, usePage, useShop, useText } from 'stoa';
import type { Layout, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** What a form has done. After a request it is the same for each address. */
export default function StockRequestDone() {
  const { done } = usePage().query;
  const { name } = useShop();
  const text = useText<Texts>();
  const title = text.plain('done.title');
  return (
    <>
      <Head title={`${title} · ${name}`} noindex />
      <h1>{title}</h1>
      <p>{text(done === 'confirmed' ? 'done.confirmed' : done === 'forgotten' ? 'done.forgotten' : 'done.asked')}</p>
    </>
  );
}

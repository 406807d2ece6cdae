import { Head, useForm, usePage, useShop, useText } from 'stoa';
import type { Layout, RequestStock, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };

/** What a form has done, or why the first one was refused. After a request it is the same for each address. */
export default function StockRequestDone() {
  const { done } = usePage().query;
  const { name } = useShop();
  const text = useText<Texts>();
  const { message } = useForm<RequestStock>('requestStock');
  const title = text.plain('done.title');
  return (
    <>
      <Head title={`${title} · ${name}`} noindex />
      <h1>{title}</h1>
      {message === undefined ? (
        <p>{text(done === 'confirmed' ? 'done.confirmed' : done === 'forgotten' ? 'done.forgotten' : 'done.asked')}</p>
      ) : (
        <p role="alert">{text('request.wrong')}</p>
      )}
    </>
  );
}

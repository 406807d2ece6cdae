import { useForm, useText } from 'stoa';
import { ButtonPage } from '../../src/button-page.tsx';
import type { ConfirmStockRequestProps, ConfirmStockRequest as Input, Layout, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "confirmStockRequest", params: { key: getContextValue("key") }) }
`;

export default function ConfirmStockRequest({ action }: ConfirmStockRequestProps) {
  const text = useText<Texts>();
  const { message } = useForm<Input>('confirmStockRequest');
  if (action === null) return null;
  const [title, lead] = [text.plain('confirm.title'), text.plain('confirm.lead')];
  return <ButtonPage title={title} lead={lead} action={action} message={message} />;
}

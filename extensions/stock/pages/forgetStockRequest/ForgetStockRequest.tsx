import { useForm, useText } from 'stoa';
import { ButtonPage } from '../../src/button-page.tsx';
import type { ForgetStockRequestProps, ForgetStockRequest as Input, Layout, Texts } from '../../stock.gen.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query { action: url(routeId: "forgetStockRequest", params: { key: getContextValue("key") }) }
`;

export default function ForgetStockRequest({ action }: ForgetStockRequestProps) {
  const text = useText<Texts>();
  const { message } = useForm<Input>('forgetStockRequest');
  if (action === null) return null;
  const [title, lead] = [text.plain('forget.title'), text.plain('forget.lead')];
  return <ButtonPage title={title} lead={lead} action={action} message={message} />;
}

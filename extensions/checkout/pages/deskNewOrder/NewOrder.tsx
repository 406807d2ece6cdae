import { Field, Form, Section, Title } from '@stoa/desk-ui';
import { addressCountries, countriesIn } from '@stoa/desk-ui/countries';
import { useForm, useFormKey, useShop, useText } from 'stoa';
import type { Layout, NewOrderProps, PlaceDeskOrder, Texts } from '../../checkout.gen.ts';
import { buyerFields } from '../../src/buyer-fields.ts';
import { DeskReview } from '../../src/desk-review.tsx';
import { LineFields } from '../../src/line-fields.tsx';
import { rowsOf } from '../../src/lines-of-form.ts';
import { useFieldLabel } from '../../src/use-field-label.ts';

export const layout: Layout = { areaId: 'content', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    deskDraft {
      key
      checkout {
        cart {
          lines { sku quantity variant { label money product { name } } }
          totals { goods reductions { label amount } delivery fees total taxes { rate tax } }
        }
        delivery { code label isChosen }
        payment { code label isChosen }
      }
    }
    deskVouchers
    action: url(routeId: "placeDeskOrder")
    orders: url(routeId: "deskOrders")
  }
`;

/** An order for a buyer who calls. The first step shows what it costs, and the second one orders. */
export default function NewOrder({ deskDraft, deskVouchers, action, orders }: NewOrderProps) {
  const { locale, country } = useShop();
  const text = useText<Texts>();
  const labelOf = useFieldLabel();
  const form = useForm<PlaceDeskOrder>('placeDeskOrder');
  const newKey = useFormKey();
  const { values } = form;
  const key = values.key ?? newKey;
  // Two pages of one person may be open: what the other one has looked at is not shown here.
  const checkout = deskDraft?.key === key ? deskDraft.checkout : undefined;
  const countries = [...addressCountries, country];
  return (
    <>
      <Title title={text.plain('desk.newOrder')} back={{ href: orders, label: text('desk.orders') }} />
      <Form
        action={action}
        form={form}
        submit={text('desk.look')}
        hidden={{ key, total: checkout?.cart.totals.total }}
        quiet={checkout !== undefined}
        actions={
          checkout !== undefined && (
            <button type="submit" name="step" value="place" className="desk-button desk-main">
              {text('desk.place')}
            </button>
          )
        }
      >
        <Section title={text('desk.buyer')}>
          {buyerFields(countries).map(({ isOptional, ...field }) => (
            <Field key={field.name} {...field} label={labelOf({ ...field, isOptional })} autoComplete="off" />
          ))}
          <Field
            name="country"
            label={text('label.country')}
            type="select"
            value={country}
            options={countriesIn(locale, countries).map(({ code, name }) => [code, name] as const)}
          />
        </Section>
        <Section title={text('desk.lines')}>
          <LineFields rows={rowsOf(values)} />
          {deskVouchers === true && <Field name="voucher" label={text('desk.voucher')} maxLength={100} />}
        </Section>
        {checkout !== undefined && <DeskReview {...checkout} />}
      </Form>
    </>
  );
}

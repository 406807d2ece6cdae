import type { ReactNode } from 'react';
import { useShop, useText } from 'stoa';
import type { Layout, SupplementFactsProps, Texts } from '../../supplement.gen.ts';
import styles from './SupplementFacts.module.css';

export const layout: Layout = { areaId: 'productPageBottom', sortOrder: 10 };
export const query = /* GraphQL */ `
  query {
    product(id: getContextValue("productId")) {
      extension { supplement { ingredients benefits presentation dosage warnings storage locale } }
    }
  }
`;

/** What the label says; nothing for a product that has none. */
export default function SupplementFacts({ product }: SupplementFactsProps) {
  const text = useText<Texts>();
  const { locale, locales } = useShop();
  const supplement = product?.extension?.supplement;
  if (supplement == null) return null;
  const own = supplement.locale ?? locales[0];
  const benefits = supplement.benefits?.filter((benefit) => benefit !== null) ?? [];
  const facts: readonly (readonly [keyof Texts, ReactNode])[] = [
    ['supplement.benefits', benefits.length === 0 ? null : <Benefits benefits={benefits} />],
    ['supplement.dosage', supplement.dosage],
    ['supplement.ingredients', supplement.ingredients],
    ['supplement.presentation', supplement.presentation],
    ['supplement.storage', supplement.storage],
    ['supplement.warnings', supplement.warnings],
  ];
  const known = facts.filter(([, value]) => value !== null);
  if (known.length === 0) return null;
  return (
    <section aria-labelledby="supplement-facts">
      <h2 id="supplement-facts">{text('supplement.title')}</h2>
      <dl className={styles.facts}>
        {known.map(([name, value]) => (
          <div key={name} className={styles.fact}>
            <dt>{text(name)}</dt>
            <dd lang={own === locale ? undefined : own}>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function Benefits({ benefits }: { readonly benefits: readonly string[] }) {
  return (
    <ul>
      {benefits.map((benefit) => (
        <li key={benefit}>{benefit}</li>
      ))}
    </ul>
  );
}

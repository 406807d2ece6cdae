import { useFormat, useText } from 'stoa';
import type { Texts } from '../pricing.gen.ts';
import styles from './reduction.module.css';

interface ReductionProps {
  readonly money: number;
  /** Null for what is not reduced. */
  readonly priorMoney: number | null;
}

/** The lowest price before a reduction, and by how much the present one is below it. */
export function Reduction({ money, priorMoney }: ReductionProps) {
  const text = useText<Texts>();
  const format = useFormat();
  if (priorMoney === null) return null;
  const percent = Math.floor(((priorMoney - money) * 100) / priorMoney);
  return (
    <small className={styles.last}>
      {text('price.lowest', { price: format.money(priorMoney) })}
      {percent > 0 && <> ({text('price.off', { percent: percent / 100 })})</>}
    </small>
  );
}

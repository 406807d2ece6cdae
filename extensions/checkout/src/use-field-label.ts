import { useText } from 'stoa';
import type { Texts } from '../checkout.gen.ts';
import type { buyerFields } from './buyer-fields.ts';

/** What a field of the buyer is called, and that it is optional. */
export function useFieldLabel() {
  const text = useText<Texts>();
  return ({ name, isOptional }: Pick<ReturnType<typeof buyerFields>[number], 'name' | 'isOptional'>): string => {
    const label = text.plain(`label.${name}`);
    return isOptional ? text.plain('label.optional', { label }) : label;
  };
}

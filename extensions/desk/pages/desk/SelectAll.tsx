import { useList } from '@stoa/desk-ui';
import { useState } from 'react';
import { type Hydrate, usePage, useText } from 'stoa';
import type { Layout, Texts } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'deskBulk', sortOrder: 10 };
export const hydrate: Hydrate = 'idle';
export const texts: readonly (keyof Texts)[] = ['select.all', 'select.none'];

/** A link to the list with all rows selected, or none. With JavaScript, it ticks the boxes that are there. */
export default function SelectAll() {
  const text = useText<Texts>();
  const { page = '1' } = usePage().query;
  const { address, isAllSelected } = useList();
  const [isAll, setAll] = useState(isAllSelected);
  const selectAll = (event: { readonly currentTarget: HTMLAnchorElement; preventDefault(): void }): void => {
    const form = event.currentTarget.closest('section')?.querySelector('form');
    if (form == null) return;
    event.preventDefault();
    for (const box of form.elements)
      if (box instanceof HTMLInputElement && box.type === 'checkbox') box.checked = !isAll;
    setAll(!isAll);
  };
  return (
    <a href={address(isAll ? { page } : { page, select: 'all' })} onClick={selectAll}>
      {text(isAll ? 'select.none' : 'select.all')}
    </a>
  );
}

import { useEffect } from 'react';
import type { Hydrate } from 'stoa';
import type { Layout } from '../../desk.gen.ts';

export const layout: Layout = { areaId: 'header', sortOrder: 20 };
export const hydrate: Hydrate = 'load';

/** A page has several forms, and each is saved alone. The browser asks before what was typed into the others is lost. */
export default function UnsavedText() {
  useEffect(watchForms, []);
  return null;
}

/** Forms that change nothing, such as filters of a list, are not watched. */
function watchForms(): () => void {
  const changed = new Set<HTMLFormElement>();
  let sent: HTMLFormElement | undefined;
  const listening = new AbortController();
  const { signal } = listening;
  const isChanged = ({ target }: Event): void => {
    const form = target instanceof Element ? target.closest('form') : null;
    if (form?.method === 'post') changed.add(form);
  };
  document.addEventListener('input', isChanged, { signal });
  document.addEventListener(
    'submit',
    ({ target }) => {
      sent = target instanceof HTMLFormElement ? target : undefined;
    },
    { signal },
  );
  window.addEventListener(
    'beforeunload',
    (event) => {
      if ([...changed].some((form) => form !== sent && form.isConnected)) event.preventDefault();
      // A person who stays on the page is asked again before a link leads away.
      sent = undefined;
    },
    { signal },
  );
  return () => listening.abort();
}

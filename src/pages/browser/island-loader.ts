/** Hydrates each island of the page at its time. The only script in a page with islands. */
import type { IslandData, IslandModule, IslandPlace } from './island.ts';

const data: IslandData = JSON.parse(document.getElementById('stoa-islands')?.textContent ?? '{"islands":[]}');

for (const element of document.querySelectorAll<HTMLElement>('stoa-island')) {
  const island = data.islands[Number(element.dataset.index)];
  if (island !== undefined) schedule({ element, island, context: data.context });
}

function schedule(place: IslandPlace): void {
  switch (place.island.when) {
    case 'load':
      void start(place);
      break;
    case 'idle':
      // Safari has no requestIdleCallback.
      if ('requestIdleCallback' in window) window.requestIdleCallback(() => void start(place));
      else setTimeout(() => void start(place), 200);
      break;
    case 'visible':
      startWhenVisible(place);
      break;
  }
}

function startWhenVisible(place: IslandPlace): void {
  // The island's element has no box, and a text or an empty island has none either: it would never become visible.
  if (place.element.children.length === 0) {
    void start(place);
    return;
  }
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    void start(place);
  });
  for (const child of place.element.children) observer.observe(child);
}

async function start(place: IslandPlace): Promise<void> {
  const module: IslandModule = await import(place.island.module);
  module.start(place);
}

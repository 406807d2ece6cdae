import { join } from 'node:path';
import { defineConfig } from '@rspress/core';
import { contentFolder, linkOf, pageGroups, titleOf } from './pages.ts';

export default defineConfig({
  root: contentFolder,
  outDir: process.env.STOA_SITE,
  title: 'Stoa',
  description: 'An extensible storefront that is assembled, not forked.',
  lang: 'en',
  globalStyles: join(import.meta.dirname, 'site.css'),
  // The words are searched in the browser, from an index that lies beside the pages.
  search: { codeBlocks: true },
  markdown: { link: { checkDeadLinks: true, checkAnchors: true } },
  // A build from the cache does not look at links again.
  builderConfig: { performance: { buildCache: false } },
  themeConfig: {
    darkMode: true,
    enableContentAnimation: false,
    sidebar: {
      '/': pageGroups().map(({ title, pages }) => ({
        text: title,
        collapsible: true,
        collapsed: title === 'Decisions',
        items: pages.map((page) => ({ text: titleOf(page), link: linkOf(page) })),
      })),
    },
  },
});

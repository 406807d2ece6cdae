/**
 * Copies the pages into the folder from which the site is built. A link to another page stays a link. A link to
 * another file of the repository becomes its text, since the site does not have that file.
 */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { gfmFromMarkdown } from 'mdast-util-gfm';
import { gfm } from 'micromark-extension-gfm';
import { contentFolder, root, sitePaths } from './pages.ts';

/** Throws an Error with the file and line of each dead link. */
export async function assemble(): Promise<void> {
  const paths = sitePaths();
  const dead: string[] = [];
  const pages = await Promise.all(
    [...paths].map(async ([file, target]) => {
      const text = await readFile(join(root, file), 'utf8');
      return { target, text: withSiteLinks({ file, target, text, paths, dead }) };
    }),
  );
  if (dead.length > 0) throw new Error(`Dead links:\n${dead.join('\n')}`);
  await mkdir(contentFolder, { recursive: true });
  const names = await readdir(contentFolder, { recursive: true });
  const old = names.filter((name) => name.endsWith('.md') && !pages.some(({ target }) => target === name));
  await Promise.all(old.map((name) => rm(join(contentFolder, name))));
  for (const { target, text } of pages) {
    const file = join(contentFolder, target);
    // A file that is written anew is built anew.
    if (existsSync(file) && (await readFile(file, 'utf8')) === text) continue;
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
  }
}

interface Page {
  /** Relative to the repository. */
  readonly file: string;
  /** Relative to the site. */
  readonly target: string;
  readonly text: string;
  readonly paths: ReadonlyMap<string, string>;
  /** Gets the dead links. */
  readonly dead: string[];
}

/** The parts of a node of Markdown that matter here. */
interface Node {
  readonly type: string;
  readonly url?: string;
  readonly children?: readonly Node[];
  readonly position?: { readonly start: Point; readonly end: Point };
}

interface Point {
  readonly line: number;
  readonly offset?: number;
}

function withSiteLinks({ file, target, text, paths, dead }: Page): string {
  const tree: Node = fromMarkdown(text, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  let result = '';
  let at = 0;
  for (const link of linksOf(tree)) {
    const [path = '', hash] = (link.url ?? '').split('#');
    if (path === '' || /^[a-z]+:/.test(path)) continue;
    const linked = normalize(join(dirname(file), path)).replace(/\/$/, '');
    const page = paths.get(linked);
    if (page === undefined && !existsSync(join(root, linked)))
      dead.push(`  ${file}:${link.position?.start.line}  ${link.url}`);
    const start = link.position?.start.offset ?? 0;
    const inside = (link.children ?? []).map((child) => sourceOf(text, child)).join('');
    const url = page && [`./${relative(dirname(target), page)}`, ...(hash === undefined ? [] : [hash])].join('#');
    result += text.slice(at, start) + (url === undefined ? inside : `[${inside}](${url})`);
    at = link.position?.end.offset ?? start;
  }
  return result + text.slice(at);
}

function linksOf(node: Node): readonly Node[] {
  return node.type === 'link' ? [node] : (node.children ?? []).flatMap(linksOf);
}

function sourceOf(text: string, { position }: Node): string {
  return text.slice(position?.start.offset, position?.end.offset);
}

import { didYouMean, errorFinding, type Finding, kindOf, placeInCode } from '#base';
import type { BundleModule } from '#bundle';
import { type Shop, type Texts, textsIn } from '#extension-ui';
import type { ExtensionManifest } from '#extensions';
import { exportsOf, isComponent } from '../components/check-components.ts';

type MailModules = NonNullable<BundleModule['mails']>;

export interface MailRequest {
  readonly props: Readonly<Record<string, unknown>>;
  /** In the locale of the mail. */
  readonly shop: Shop;
}

export interface ComposedMail {
  readonly subject: string;
  readonly html: string;
}

/** Writes a mail of one extension. Rejects for an unknown name, and with what the component or the subject throws. */
export type ComposeMail = (name: string, request: MailRequest) => Promise<ComposedMail>;

/** Milliseconds for a component that suspends. */
const renderMs = 10_000;

/** What is wrong with the exports of mails. Calls none. */
export function checkMails(modules: MailModules, { texts }: Pick<ExtensionManifest, 'texts'>): readonly Finding[] {
  return modules.flatMap(({ file, module }) => {
    const exported = exportsOf(module);
    const report = (path: string, what: string, fix: string): Finding =>
      errorFinding('MAIL_INVALID', { where: placeInCode(file, [path]), what, fix });
    const subject = exported.get('subject');
    const unknown = [...exported.keys()].filter((name) => name !== 'default' && name !== 'subject');
    const hasText = Object.values(texts).some((own) => typeof subject === 'string' && Object.hasOwn(own, subject));
    return [
      ...(isComponent(exported.get('default'))
        ? []
        : [report('export default', 'has no component as its default export', 'Write "export default function …".')]),
      ...(typeof subject === 'function' || typeof subject === 'string'
        ? []
        : [report('subject', `has ${kindOf(subject, 'nothing')} as "subject"`, subjectFix)]),
      ...(typeof subject === 'string' && !hasText
        ? [report('subject', `its subject is the text "${subject}", which texts/ does not have`, subjectFix)]
        : []),
      ...unknown.map((name) => report(name, `exports "${name}", which nothing reads`, 'Move it to e.g. src/.')),
    ];
  });
}

const subjectFix = 'Export the key of a text as "subject", or a function (props, text) => string.';

/** Loads react-dom, and writes the mails of one extension. */
export async function loadComposer(
  { id, texts }: Pick<ExtensionManifest, 'id' | 'texts'>,
  modules: MailModules,
): Promise<ComposeMail> {
  const { createRenderer } = await import('../components/render-component.ts');
  const mails = new Map(modules.map(({ name, module }) => [name, exportsOf(module)]));
  const components = [...mails].flatMap(([name, exported]) => {
    const component = exported.get('default');
    return isComponent(component) ? [[name, { component, isIsland: false, isCached: false }] as const] : [];
  });
  const render = createRenderer(new Map(components), texts);
  return async (name, { props, shop }) => {
    const exported = mails.get(name);
    if (exported === undefined)
      throw new Error(`the extension ${id} has no mail "${name}". ${didYouMean(name, mails.keys())}`);
    const { locale, url = '' } = shop;
    const [result] = await render({
      components: [{ id: name, props, idPrefix: '' }],
      page: { routeId: `mails.${name}`, path: '', locale, origin: url, query: {}, userId: null },
      shop,
      form: undefined,
      formKey: '',
      areas: {},
      timeoutMs: renderMs,
    });
    if (result?.kind !== 'rendered') throw result?.error;
    // React marks where two texts meet, for a browser that would hydrate.
    const html = result.html.replaceAll('<!-- -->', '');
    return { subject: subjectOf(exported.get('subject'), { props, shop, texts }), html: `<!doctype html>${html}` };
  };
}

function subjectOf(subject: unknown, { props, shop, texts }: MailRequest & { readonly texts: Texts }): string {
  const text = textsIn(texts, shop);
  const written: unknown = typeof subject === 'function' ? subject(props, text) : text(String(subject), props);
  if (typeof written !== 'string') throw new TypeError(`the subject of a mail is ${kindOf(written, 'nothing')}`);
  // A header field is one line.
  return written.replaceAll(/\s+/g, ' ').trim();
}

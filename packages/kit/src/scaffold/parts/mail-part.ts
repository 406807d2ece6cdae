import { capitalized, kebabName, pascal, spoken } from '../shared/names.ts';
import { generated, type PartTemplate, testText } from '../shared/new-part.ts';

/** A mail with typed props and texts. Its test sends one. */
export const mailPart: PartTemplate = {
  named: 'name of the mail, e.g. order-confirmed',
  pattern: kebabName,
  questions: [],
  write({ name, extension }) {
    const subject = capitalized(spoken(name));
    return {
      texts: { [`${name}.subject`]: subject, [`${name}.greeting`]: 'Hello {name}' },
      files: {
        [`mails/${name}.tsx`]: `import { useShop, useText } from 'stoa';
import type { Texts } from ${generated(extension, 1)};

export const subject = '${name}.subject';

export default function ${pascal(name)}({ name }: { readonly name: string }) {
  const text = useText<Texts>();
  return (
    <html lang={useShop().locale}>
      <body>
        <p>{text('${name}.greeting', { name })}</p>
      </body>
    </html>
  );
}
`,
        [`test/${name}.test.ts`]: testText(extension, `the mail ${name}`, [
          `  it('greets its reader', async () => {
    await using opened = await openExtension('${extension}');
    await opened.mail('${name}', { to: 'ann@example.com', props: { name: 'Ann' } });
    const [mail] = await opened.mails();
    assert.deepEqual([mail?.to, mail?.subject, mail?.text], ['ann@example.com', '${subject}', 'Hello Ann']);
  });`,
        ]),
      },
    };
  },
};

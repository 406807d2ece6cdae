import { camel, capitalized, kebab, pascal, spoken } from '../shared/names.ts';
import { generated, NewPartError, type PartTemplate, testText } from '../shared/new-part.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const withBody = ['POST', 'PUT', 'PATCH'];

/** A REST endpoint with a handler and a test. */
export const endpointPart: PartTemplate = {
  named: 'name of the endpoint (its routeId), e.g. redeemPoints',
  pattern: /^[a-zA-Z][a-zA-Z0-9]*$/,
  questions: [
    { flag: 'method', text: `Method: ${methods.join(', ')}`, suggest: () => 'POST' },
    { flag: 'path', text: 'Path, e.g. /points/:pointsId', suggest: (name) => `/${kebab(name)}` },
    { flag: 'access', text: 'Access: public or private', suggest: () => 'public' },
    { flag: 'upload', text: 'Field of a file that it takes, if any, e.g. photo', suggest: () => '' },
  ],
  write({ extension, name, options }) {
    const { method = 'POST', path = `/${kebab(name)}`, access = 'public', upload = '' } = options;
    if (!methods.includes(method))
      throw new NewPartError(`"${method}" is no method of a route`, `Write one of ${methods.join(', ')}.`);
    if (access !== 'public' && access !== 'private')
      throw new NewPartError(`"${access}" is no access`, 'Write public or private.');
    const hasBody = withBody.includes(method);
    requireUpload(upload, hasBody);
    const route = {
      methods: [method],
      path,
      access,
      summary: capitalized(spoken(name)),
      ...(upload !== '' && { consumes: ['multipart'] }),
      ...(hasBody && { body: { name: { type: 'String!', maxLength: 100 } } }),
      ...(upload !== '' && { files: { [upload]: { types: ['image/png', 'image/jpeg'], required: true } } }),
    };
    const params = [...path.matchAll(/:(\w+)/g)].map(([, param = '']) => param);
    const parts = { extension, name, method, path, access, upload, hasBody, params };
    return {
      files: {
        [`api/${name}/route.json`]: `${JSON.stringify(route, null, 2)}\n`,
        [`api/${name}/${name}.ts`]: handlerText(parts),
        [`test/${kebab(name)}.test.ts`]: endpointTest(parts),
      },
    };
  },
};

function requireUpload(field: string, hasBody: boolean): void {
  if (field === '') return;
  if (!hasBody) throw new NewPartError('only a route with a body takes a file', 'Write --method POST.');
  if (!/^[a-zA-Z][a-zA-Z0-9]*$/.test(field) || field === 'name')
    throw new NewPartError(`"${field}" cannot be the field of a file`, 'Write e.g. --upload photo.');
}

interface EndpointParts
  extends Readonly<Record<'extension' | 'name' | 'method' | 'path' | 'access' | 'upload', string>> {
  readonly hasBody: boolean;
  readonly params: readonly string[];
}

function handlerText({ extension, name, upload, hasBody, params }: EndpointParts): string {
  const [type, handler] = [pascal(name), camel(name)];
  const reads = [
    ...(params.length > 0 ? [`  const { ${params.join(', ')} } = request.params;\n`] : []),
    ...(hasBody ? ['  const { name } = request.body;\n'] : []),
    ...(upload === '' ? [] : [`  const file = await request.context.files.put(request.files.${upload});\n`]),
  ].join('');
  const values = [...params, ...(hasBody ? ['name'] : []), ...(upload === '' ? [] : ['file'])];
  const begin = upload === '' ? '' : 'async ';
  const data = values.length === 0 ? '{}' : `{ ${values.join(', ')} }`;
  const request = values.length === 0 ? '_request' : 'request';
  return `import type { Handler } from 'stoa';
import type { ${type} } from ${generated(extension, 2)};

const ${handler}: Handler<${type}> = ${begin}(${request}, response) => {
${reads}  response.json({ success: true, data: ${data} });
};

export default ${handler};
`;
}

function endpointTest(parts: EndpointParts): string {
  const { extension, name, method, path, access, upload, hasBody, params } = parts;
  const url = path.replace(/:\w+/g, '1');
  const given = [
    ...(upload !== '' ? ['body'] : hasBody ? ["body: { name: 'Ann' }"] : []),
    ...(access === 'private' ? ["token: await opened.token({ id: 'ann' })"] : []),
  ];
  const data = [...params.map((param) => `${param}: '1'`), ...(hasBody ? ["name: 'Ann'"] : [])];
  const cases = [
    `  it('is answered', async () => {
    await using opened = await openExtension('${extension}');
${formText(upload)}    const answer = await opened.rest('${method}', '${url}'${given.length === 0 ? '' : `, { ${given.join(', ')} }`});
    assert.equal(answer.status, 200);
${upload === '' ? `    assert.deepEqual(answer.body, { success: true, data: ${data.length === 0 ? '{}' : `{ ${data.join(', ')} }`} });\n` : ''}  });`,
    ...(access === 'private'
      ? [
          `  it('is refused to a guest', async () => {
    await using opened = await openExtension('${extension}');
    assert.equal((await opened.rest('${method}', '${url}')).status, 401);
  });`,
        ]
      : []),
  ];
  return testText(extension, `${method} ${path}`, cases).replace(`'${extension}: `, `'${extension}: ${name}, `);
}

/** A form with a file that begins as a PNG does. */
function formText(upload: string): string {
  if (upload === '') return '';
  return `    const body = new FormData();
    body.append('name', 'Ann');
    body.append('${upload}', new File([Buffer.from('iVBORw0KGgo=', 'base64')], 'a.png'));
`;
}

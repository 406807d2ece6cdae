import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect } from 'chai';
import { bringsBodyParser } from '../../src/extensions/brings-body-parser.ts';

type Files = Readonly<Record<string, string>>;

/** Whether an endpoint with these files brings a parser. Files of `api/it/` are its handlers. */
async function brings(files: Files): Promise<boolean> {
  const root = await mkdtemp(join(tmpdir(), 'stoa-parser-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(dirname(join(root, name)), { recursive: true });
      await writeFile(join(root, name), text);
    }
    const handlers = Object.keys(files).filter((name) => name.startsWith('api/it/'));
    return await bringsBodyParser(
      handlers.map((file) => ({
        name: /(\w+)\.[jt]s$/.exec(file)?.[1] ?? '',
        file: join(root, file),
        prerequisites: [],
      })),
      root,
    );
  } finally {
    await rm(root, { recursive: true });
  }
}

const handler = 'api/it/it.ts';

describe('an endpoint brings its own body parser', () => {
  const own: Readonly<Record<string, Files>> = {
    'by the name of the specification': { 'api/it/bodyParser.ts': "export { parse as default } from '@acme/http';" },
    'as a method of express': { [handler]: "import express from 'express'; export default express.json();" },
    'as a method of express under another name': {
      [handler]: "import * as web from 'express'; export default [web.urlencoded({ extended: false })];",
    },
    'as a named import': { [handler]: "import { raw as bytes } from 'express'; export default bytes();" },
    'taken out of express': {
      [handler]: "import express from 'express'; const { text } = express; export default text();",
    },
    'of the package body-parser': { [handler]: "import parser from 'body-parser'; export default parser.json();" },
    'in CommonJS': { 'api/it/it.js': "const express = require('express'); module.exports = express.json();" },
    'in CommonJS at once': { 'api/it/it.js': "module.exports = require('body-parser').json();" },
    'by assigning the body': {
      [handler]: 'export default async (req, _res, next) => { req.body = await read(req); next(); };',
    },
    'in a file that a handler imports': {
      [handler]: "export { default } from '../../src/parser.ts';",
      'src/parser.ts': "import './first.js'; import express from 'express'; export default express.json();",
    },
    'in a file that is imported without its ending, two steps away': {
      [handler]: "import { all } from '../../src/all'; export default all;",
      'src/all/index.ts': "export const all = (await import('./parser.js')).default;",
      'src/all/parser.ts': "import express from 'express'; export default express.json();",
    },
  };
  for (const [how, files] of Object.entries(own)) it(how, async () => expect(await brings(files)).to.equal(true));
});

describe('an endpoint has the body that the gateway has checked', () => {
  const without: Readonly<Record<string, Files>> = {
    'when it takes types and a router from express': {
      [handler]: "import { type json, type Request, Router } from 'express'; export default Router();",
    },
    'when it answers JSON': {
      [handler]: 'export default (request, response) => response.json(request.body);',
    },
    'when it compares the body, or writes one of a mail': {
      [handler]: 'export default ({ body }, r) => { if (body === 1) mail.body = body; return r.body == 2; };',
    },
    'when only the text speaks of a parser': {
      [handler]: "export default () => 'express.json()'; // request.body = 1",
    },
    'when a file has a syntax error, which the build reports': { [handler]: 'export default express.json(' },
    'when an import leads nowhere, to data, or out of the extension': {
      [handler]: "import './gone.ts'; import './data.json'; import '../../../../etc/x.ts'; export default () => 1;",
      'src/data.json': '{}',
    },
    'when files import each other': {
      [handler]: "import '../../src/a.ts'; export default () => 1;",
      'src/a.ts': "import './b.ts';",
      'src/b.ts': "import './a.ts';",
    },
  };
  for (const [when, files] of Object.entries(without))
    it(when, async () => expect(await brings(files)).to.equal(false));
});

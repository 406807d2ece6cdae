import { expect } from 'chai';
import { brief, temporaryConfig, withLines } from './temporary-config.ts';

interface Mistake {
  readonly given: string;
  readonly text: string;
  /** `line:column CODE` */
  readonly finding: string;
  readonly what: string;
  readonly fix?: string;
  readonly related?: string;
}

const jwt = (keys: string) => withLines(`auth: { bearer: { jwt: { ${keys} } } }`);
const extensions = (...entries: readonly string[]) =>
  `system:\n  extensions:\n${entries.map((e) => `    - ${e}\n`).join('')}`;
const hash = 'a'.repeat(64);

// In each of these, one thing alone is wrong.
const mistakes: readonly Mistake[] = [
  { given: 'no file content', text: '', finding: '1:1 CONFIG_INVALID', what: 'the file is empty', fix: 'system: {' },
  { given: 'only a comment', text: '# later\n', finding: '1:1 CONFIG_INVALID', what: 'the file is empty' },
  { given: 'an explicit null', text: '---\n~\n', finding: '1:1 CONFIG_INVALID', what: 'the file is empty' },
  { given: 'a list at the top', text: '\n- a\n', finding: '2:1 CONFIG_INVALID', what: 'keys at its top level' },
  { given: 'text at the top', text: 'hello\n', finding: '1:1 CONFIG_INVALID', what: 'keys at its top level' },
  {
    given: 'two documents',
    text: `${withLines('')}---\nversion: 1\n`,
    finding: '3:1 CONFIG_SYNTAX',
    what: 'a second YAML document',
  },
  {
    given: 'a tab as indentation',
    text: withLines('server:\n\tport: 1'),
    finding: '2:1 CONFIG_SYNTAX',
    what: 'Tabs',
    fix: 'spaces',
  },
  { given: 'an unknown tag', text: withLines('server: { host: !ip x }'), finding: '1:17 CONFIG_SYNTAX', what: 'tag' },
  {
    given: 'a tag that YAML knows, but gateway.yaml does not',
    text: withLines('server: { host: !!binary eA== }'),
    finding: '1:17 CONFIG_SYNTAX',
    what: 'tag',
  },
  {
    given: 'a bad escape',
    text: withLines('server: { host: "\\q" }'),
    finding: '1:18 CONFIG_SYNTAX',
    what: 'backslash',
  },
  {
    given: 'a double quote that is not closed',
    text: withLines('version: 1\nserver: { host: "127.0.0.1 }\npages: { x: { path: /x } }'),
    finding: '2:17 CONFIG_SYNTAX',
    what: 'the quote that opens here is not closed in this line',
    fix: 'Close it',
  },
  {
    given: 'a single quote that is not closed',
    text: withLines("version: 1\nserver:\n  host: '127.0.0.1\n  port: 1"),
    finding: '3:9 CONFIG_SYNTAX',
    what: 'the quote that opens here',
  },
  {
    given: 'a quote that only the next one closes',
    text: withLines('server: { host: "127.0.0.1 }\npages: { x: { path: "/x" }, y: { path: "/y" } }'),
    finding: '1:17 CONFIG_SYNTAX',
    what: 'the quote that opens here',
  },
  {
    given: 'words after a quote that is closed',
    text: withLines('server: { host: "127.0.0.1" x }'),
    finding: '1:29 CONFIG_SYNTAX',
    what: 'this cannot stand here',
    fix: 'needs quotes',
  },
  {
    given: 'two values on a line',
    text: withLines('version: a: b'),
    finding: '1:10 CONFIG_SYNTAX',
    what: 'a second ": "',
  },
  { given: 'an alias to nothing', text: withLines('server: *x'), finding: '1:9 CONFIG_SYNTAX', what: 'named &x' },
  {
    given: 'an alias inside itself',
    text: withLines('server: &x { limits: *x }'),
    finding: '1:22 CONFIG_SYNTAX',
    what: 'stands inside itself',
  },
  {
    given: 'a key twice',
    text: withLines('server: { port: 1, port: 2 }'),
    finding: '1:20 CONFIG_DUPLICATE',
    what: 'the key "port" stands here a second time',
    related: '1:11',
  },
  {
    given: 'a list as a key',
    text: withLines('? [a]\n: 1'),
    finding: '1:3 CONFIG_INVALID',
    what: 'a key must be plain text',
  },
  {
    given: 'no system',
    text: 'version: 1\n',
    finding: '1:1 CONFIG_INVALID',
    what: '"system" is missing',
    fix: 'Add "system: ..."',
  },
  {
    given: 'no extensions',
    text: 'system: {}\n',
    finding: '1:1 CONFIG_INVALID',
    what: '"extensions" is missing in "system"',
  },
  { given: 'another version', text: withLines('version: 2'), finding: '1:10 CONFIG_INVALID', what: 'must be 1' },
  {
    given: 'a misspelt key',
    text: extensions('{ name: a, resolve: ./a, enabeld: true }'),
    finding: '3:32 CONFIG_UNKNOWN_KEY',
    what: '"enabeld" is not a known key of "system.extensions[0]"',
    fix: 'Did you mean "enabled"?',
  },
  {
    given: 'a key of another section',
    text: withLines('port: 1'),
    finding: '1:1 CONFIG_UNKNOWN_KEY',
    what: '"port"',
    fix: 'It belongs in "server".',
  },
  {
    given: 'a merge key',
    text: withLines('server: { <<: { port: 1 } }'),
    finding: '1:11 CONFIG_UNKNOWN_KEY',
    what: '"<<"',
    fix: 'no merge keys',
  },
  {
    given: 'a key named __proto__',
    text: withLines('server: { __proto__: { port: 1 } }'),
    finding: '1:11 CONFIG_UNKNOWN_KEY',
    what: '__proto__',
  },
  {
    given: 'a section without content',
    text: withLines('server:'),
    finding: '1:1 CONFIG_INVALID',
    what: 'but is empty',
    fix: 'or remove the key',
  },
  {
    given: 'a quoted port',
    text: withLines('server: { port: "1" }'),
    finding: '1:17 CONFIG_INVALID',
    what: 'must be a whole number, but is a string',
    fix: 'without quotes',
  },
  {
    given: 'a port too high',
    text: withLines('server: { port: 65536 }'),
    finding: '1:17 CONFIG_INVALID',
    what: '"server.port" must be at most 65535',
  },
  {
    given: 'a port below zero',
    text: withLines('server: { port: -1 }'),
    finding: '1:17 CONFIG_INVALID',
    what: 'must be at least 0',
  },
  {
    given: 'an empty host',
    text: withLines('server: { host: "" }'),
    finding: '1:17 CONFIG_INVALID',
    what: 'must not be empty',
  },
  {
    given: "the shop's own port as the admin port",
    text: withLines('server: { port: 3000, admin: { port: 3000 } }'),
    finding: '1:38 CONFIG_INVALID',
    what: '"server.admin.port" is the port of the shop itself',
    fix: 'another one',
    related: '1:17',
  },
  {
    given: "the shop's own port as the admin port, of which one listens everywhere",
    text: withLines('server: { host: 0.0.0.0, admin: { port: 3000 } }'),
    finding: '1:41 CONFIG_INVALID',
    what: 'the port of the shop itself',
    related: '1:1',
  },
  {
    given: 'a trusted proxy by its name',
    text: withLines('server: { trustProxy: [proxy.internal] }'),
    finding: '1:24 CONFIG_INVALID',
    what: 'which is no address and no network',
    fix: 'loopback',
  },
  {
    given: 'a trusted network that is too small to be one',
    text: withLines('server: { trustProxy: [10.0.0.0/33] }'),
    finding: '1:24 CONFIG_INVALID',
    what: 'which is no address and no network',
  },
  {
    given: 'everybody as a trusted proxy',
    text: withLines('server: { trustProxy: ["::/0"] }'),
    finding: '1:24 CONFIG_INSECURE',
    what: 'any client could forge its own address',
  },
  {
    given: 'less than no proxies',
    text: withLines('server: { trustProxy: -1 }'),
    finding: '1:23 CONFIG_INVALID',
    what: 'at least 0',
  },
  {
    given: 'an origin with a path',
    text: withLines('server: { cors: { origins: ["https://app.example/shop"] } }'),
    finding: '1:29 CONFIG_INVALID',
    what: 'which no browser sends as its origin',
    fix: 'https://app.example.',
  },
  {
    given: 'an origin that is a host',
    text: withLines('server: { cors: { origins: [app.example] } }'),
    finding: '1:29 CONFIG_INVALID',
    what: 'which no browser sends as its origin',
  },
  {
    given: 'the origin null',
    text: withLines('server: { cors: { origins: ["null"] } }'),
    finding: '1:29 CONFIG_INVALID',
    what: 'which no browser sends as its origin',
  },
  {
    given: 'every origin, with cookies',
    text: withLines('server: { cors: { origins: ["*"], credentials: true } }'),
    finding: '1:29 CONFIG_INSECURE',
    what: 'lets every site act with the shopper’s cookies',
    related: '1:35',
  },
  {
    given: 'every origin, and one more',
    text: withLines('server: { cors: { origins: ["*", "https://app.example"] } }'),
    finding: '1:29 CONFIG_INVALID',
    what: 'which it includes',
  },
  {
    given: 'true as a header field',
    text: withLines('server: { headers: { x-frame-options: true } }'),
    finding: '1:39 CONFIG_INVALID',
    what: 'must be a text in ASCII, or false',
  },
  {
    given: 'a header field with a line break in it',
    text: withLines('server: { headers: { x-mine: "a\\r\\nset-cookie: b" } }'),
    finding: '1:30 CONFIG_INVALID',
    what: 'must be a text in ASCII, or false',
  },
  {
    given: 'a header field in capitals',
    text: withLines('server: { headers: { X-Mine: a } }'),
    finding: '1:22 CONFIG_INVALID',
    what: 'is not a header field',
  },
  {
    given: 'a number as host',
    text: withLines('server: { host: 1 }'),
    finding: '1:17 CONFIG_INVALID',
    what: 'must be a string',
    fix: 'in quotes',
  },
  {
    given: 'a body limit of zero',
    text: withLines('server: { limits: { body: 0 } }'),
    finding: '1:27 CONFIG_INVALID',
    what: 'at least 1',
  },
  {
    given: 'a time-out longer than timers go',
    text: withLines('server: { limits: { timeoutMs: 2147483648 } }'),
    finding: '1:32 CONFIG_INVALID',
    what: 'at most 2147483647',
  },
  {
    given: 'an admin port that says "yes"',
    text: withLines('server: { admin: { port: true } }'),
    finding: '1:26 CONFIG_INVALID',
    what: 'a port from 0 to 65535, or false for none',
  },
  {
    given: 'an unknown isolation',
    text: withLines('database: { isolation: roles }'),
    finding: '1:24 CONFIG_INVALID',
    what: '"role" or "search-path"',
    fix: 'Did you mean "role"?',
  },
  {
    given: 'another database',
    text: withLines('database: { url: "mysql://u:pw@h/d" }'),
    finding: '1:18 CONFIG_INVALID',
    what: 'neither "embedded" nor a PostgreSQL',
  },
  {
    given: 'a # in the password',
    text: withLines('database: { url: "postgres://u@h/d#x" }'),
    finding: '1:18 CONFIG_INVALID',
    what: 'cut at a "#"',
    fix: '%23',
  },
  {
    given: 'a jwt with two keys',
    text: jwt('secret: generated, jwks: "https://x"'),
    finding: '1:45 CONFIG_INVALID',
    what: 'both a secret and a jwks',
    related: '1:26',
  },
  {
    given: 'a jwt without a key',
    text: jwt('issuer: x'),
    finding: '1:19 CONFIG_INVALID',
    what: 'neither a secret nor a jwks',
  },
  {
    given: 'a short secret',
    text: jwt(`secret: "${'é'.repeat(15)}x"`),
    finding: '1:34 CONFIG_INVALID',
    what: 'shorter than 32 bytes',
    fix: 'generated',
  },
  {
    given: 'a jwks that is no address',
    text: jwt('jwks: ./keys'),
    finding: '1:32 CONFIG_INVALID',
    what: 'not an http or https address',
  },
  {
    given: 'a token hash that is none',
    text: withLines(`auth: { bearer: { tokens: [{ sha256: "${hash}0", subject: a }] } }`),
    finding: '1:38 CONFIG_INVALID',
    what: '64 hexadecimal digits',
  },
  {
    given: 'a token hash twice',
    text: withLines(
      `auth:\n  bearer:\n    tokens:\n    - { sha256: ${hash}, subject: a }\n    - { sha256: ${hash.toUpperCase()}, subject: b }`,
    ),
    finding: '5:17 CONFIG_DUPLICATE',
    what: 'a second token',
    related: '4:17',
  },
  {
    given: 'a permission without an action',
    text: withLines(`auth: { bearer: { tokens: [{ sha256: ${hash}, subject: a, permissions: [foos] }] } }`),
    finding: '1:130 CONFIG_INVALID',
    what: 'area:action',
  },
  {
    given: 'a session secret that can be guessed',
    text: withLines('auth: { session: { secret: "0123456789012345678901234567890" } }'),
    finding: '1:28 CONFIG_INVALID',
    what: 'shorter than 32 bytes',
    fix: 'openssl rand',
  },
  {
    given: 'a session that lasts no minute',
    text: withLines('auth: { session: { lifetime: 59 } }'),
    finding: '1:30 CONFIG_INVALID',
    what: 'at least 60',
  },
  {
    given: 'an unknown kind of cookie',
    text: withLines('auth: { session: { secureCookie: never } }'),
    finding: '1:34 CONFIG_INVALID',
    what: '"auto" or "always"',
  },
  ...['shop.example.com', 'https://shop.example.com/en', 'ftp://shop.example.com', 'https://a:b@shop.example.com'].map(
    (url) => ({
      given: `${url} as the shop's address`,
      text: withLines(`shop: { url: "${url}" }`),
      finding: '1:14 CONFIG_INVALID',
      what: `"shop.url" is "${url}", which is not scheme and host alone`,
      fix: 'Write e.g. https://shop.example.com.',
    }),
  ),
  ...['ZZ', 'UK', 'EU'].map((country) => ({
    given: `${country} as the country`,
    text: withLines(`shop: { country: ${country} }`),
    finding: '1:18 CONFIG_INVALID',
    what: `"shop.country" is "${country}", which is not known`,
    fix: 'Write an ISO 3166 code, e.g. IE or GB.',
  })),
  ...['http://x', 'localhost:3000', '[::1]', '127.0.0.1/8'].flatMap((host) => [
    {
      given: `${host} as the address to listen on`,
      text: withLines(`server: { host: "${host}" }`),
      finding: '1:17 CONFIG_INVALID',
      what: `"server.host" is "${host}", which is no IP address and no host name`,
      fix: 'without scheme, port and path',
    },
    {
      given: `${host} as the operators' address to listen on`,
      text: withLines(`server: { admin: { host: "${host}" } }`),
      finding: '1:26 CONFIG_INVALID',
      what: `"server.admin.host" is "${host}", which is no IP address and no host name`,
    },
  ]),
  {
    given: 'a locale that is none',
    text: withLines('shop: { locale: english please }'),
    finding: '1:17 CONFIG_INVALID',
    what: '"shop.locale" is "english please", which is not known',
    fix: 'en-IE',
  },
  {
    given: 'a locale among others that is none',
    text: withLines('shop: { locales: [en-IE, klingonish please] }'),
    finding: '1:26 CONFIG_INVALID',
    what: '"shop.locales" has "klingonish please", which is not known',
    fix: 'de-AT',
  },
  {
    given: 'one locale in two spellings',
    text: withLines('shop: { locales: [en-IE, de-AT, de-at] }'),
    finding: '1:33 CONFIG_DUPLICATE',
    what: '"shop.locales" has "de-at" twice',
    fix: 'Remove one of them.',
  },
  {
    given: 'locales without the default',
    text: withLines('shop: { locales: [de, ar] }'),
    finding: '1:9 CONFIG_INVALID',
    what: '"shop.locales" does not have "en-IE", which is the default',
    fix: 'Add en-IE',
  },
  {
    given: 'a page below a locale',
    text: withLines('shop: { locales: [en-IE, de] }\npages: { homepage: { path: /de/home } }'),
    finding: '2:28 PAGE_PATH_RESERVED',
    what: '"/de/home" begins with a locale of the shop',
    fix: 'Choose another path.',
  },
  {
    given: 'a currency that is none',
    text: withLines('shop: { currency: EURO }'),
    finding: '1:19 CONFIG_INVALID',
    what: '"shop.currency" is "EURO"',
    fix: 'ISO 4217',
  },
  {
    given: 'a time zone that is none',
    text: withLines('shop: { timeZone: Europe/Atlantis }'),
    finding: '1:19 CONFIG_INVALID',
    what: '"shop.timeZone" is "Europe/Atlantis"',
    fix: 'IANA',
  },
  {
    given: 'a country that is none',
    text: withLines('shop: { country: Ireland }'),
    finding: '1:18 CONFIG_INVALID',
    what: 'two capital letters',
  },
  {
    given: 'a misspelt access',
    text: withLines('graphql: { access: privat }'),
    finding: '1:20 CONFIG_INVALID',
    what: '"graphql.access"',
    fix: 'Did you mean "private"?',
  },
  {
    given: 'a depth of zero',
    text: withLines('graphql: { limits: { depth: 0 } }'),
    finding: '1:29 CONFIG_INVALID',
    what: 'at least 1',
  },
  {
    given: 'a page group named all',
    text: withLines('pages: { all: { path: /x } }'),
    finding: '1:10 CONFIG_INVALID',
    what: '"all" is not a page',
  },
  {
    given: 'a page group with a dash',
    text: withLines('pages: { my-page: { path: /x } }'),
    finding: '1:10 CONFIG_INVALID',
    what: 'letters and digits',
  },
  {
    given: "a query parameter with the name of one of the page's path",
    text: withLines('pages: { sale: { path: "/:a", query: [b, a] } }'),
    finding: '1:42 CONFIG_INVALID',
    what: 'path',
  },
  {
    given: 'a query parameter with a name that every page has',
    text: withLines('pages: { sale: { path: /x, query: [userId] } }'),
    finding: '1:36 CONFIG_INVALID',
    what: 'every page has',
  },
  {
    given: 'a query parameter with a name that is none in GraphQL',
    text: withLines('pages: { sale: { path: /x, query: [a-b] } }'),
    finding: '1:36 CONFIG_INVALID',
    what: 'letters, digits and underscores',
  },
  {
    given: 'a notFoundWhenNull that is no name',
    text: withLines('pages: { sale: { path: /x, notFoundWhenNull: "a b" } }'),
    finding: '1:46 CONFIG_INVALID',
    what: 'a field of Query',
  },
  {
    given: 'a page path without slash',
    text: withLines('pages: { sale: { path: x } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'begin with "/"',
  },
  {
    given: 'a page path with a slash at its end',
    text: withLines('pages: { sale: { path: /x/ } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'ends on "/"',
  },
  {
    given: 'a page path with an empty segment',
    text: withLines('pages: { sale: { path: /x//y } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'empty segment',
  },
  {
    given: 'a page path with half a parameter',
    text: withLines('pages: { sale: { path: "/x-:y" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'neither a literal nor a whole :name',
  },
  {
    given: 'a page path with a wildcard',
    text: withLines('pages: { sale: { path: "/*" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'neither a literal',
  },
  {
    given: 'a page path with a parameter twice',
    text: withLines('pages: { sale: { path: "/:a/:a" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'one parameter twice',
  },
  {
    given: 'a page path with a parameter named userId',
    text: withLines('pages: { sale: { path: "/x/:userId" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'a parameter ":userId", a name that is taken',
  },
  {
    given: 'a page path with a parameter named routeId',
    text: withLines('pages: { sale: { path: "/x/:routeId" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'a parameter ":routeId", a name that is taken',
  },
  {
    given: 'a page path with a parameter named constructor',
    text: withLines('pages: { sale: { path: "/x/:constructor" } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'a parameter ":constructor", a name that is taken',
  },
  {
    given: 'a page path that climbs',
    text: withLines('pages: { sale: { path: /../x } }'),
    finding: '1:24 PAGE_PATH_INVALID',
    what: 'neither a literal',
  },
  {
    given: 'a page below /graphql',
    text: withLines('pages: { sale: { path: /graphql/x } }'),
    finding: '1:24 PAGE_PATH_RESERVED',
    what: 'reserved',
  },
  {
    given: 'a page at /assets',
    text: withLines('pages: { sale: { path: /assets } }'),
    finding: '1:24 PAGE_PATH_RESERVED',
    what: 'reserved',
  },
  {
    given: 'a server of mails at no address',
    text: withLines('mail: { url: "smtp.example.com", from: shop@example.com }'),
    finding: '1:14 CONFIG_INVALID',
    what: 'is not the address of an SMTP server',
  },
  {
    given: 'a server of mails without a sender',
    text: withLines('mail: { url: "smtp://smtp.example.com" }'),
    finding: '1:9 CONFIG_INVALID',
    what: 'no sender',
  },
  {
    given: 'a sender of mails that is none',
    text: withLines('mail: { from: shop }'),
    finding: '1:15 CONFIG_INVALID',
    what: 'must be an address',
  },
  {
    given: 'two pages that differ in a parameter name',
    text: withLines('pages: { a: { path: "/x/:a" }, b: { path: "/x/:b" } }'),
    finding: '1:43 CONFIG_DUPLICATE',
    what: 'matches the same addresses',
    related: '1:21',
  },
  {
    given: 'a page on a default page',
    text: withLines('pages: { a: { path: /checkout } }'),
    finding: '1:21 CONFIG_DUPLICATE',
    what: '/checkout',
  },
  {
    given: 'an extension name with capitals',
    text: extensions('{ name: Foo, resolve: ./foo }'),
    finding: '3:15 EXTENSION_NAME',
    what: 'lower-case',
  },
  {
    given: 'an extension without resolve',
    text: extensions('name: foo'),
    finding: '3:7 CONFIG_INVALID',
    what: '"resolve" is missing',
  },
  {
    given: 'an extension that resolves to nothing',
    text: extensions('{ name: foo, resolve: "" }'),
    finding: '3:29 CONFIG_INVALID',
    what: 'must not be empty',
  },
  {
    given: 'yes for true',
    text: extensions('{ name: foo, resolve: ./foo, enabled: yes }'),
    finding: '3:45 CONFIG_INVALID',
    what: 'must be true or false',
    fix: 'true or false',
  },
  {
    given: 'another placement',
    text: extensions('{ name: foo, resolve: ./foo, placement: worker }'),
    finding: '3:47 CONFIG_INVALID',
    what: 'must be in-process, process,',
    fix: 'in-process',
  },
  ...[
    {
      given: 'a placement without a place',
      placement: '{ forwardBearer: true }',
      finding: '3:36 CONFIG_INVALID',
      what: 'neither "process" nor "url"',
    },
    {
      given: 'a placement of two kinds',
      placement: '{ process: {}, url: "http://reviews:4001" }',
      finding: '3:62 CONFIG_INVALID',
      what: 'both "process" and "url"',
      fix: 'Keep one',
    },
    {
      given: 'a placement elsewhere without a secret',
      placement: '{ url: "http://reviews:4001" }',
      finding: '3:36 CONFIG_INVALID',
      what: 'no "secret"',
      fix: 'openssl rand',
    },
    {
      given: 'a placement with a short secret',
      placement: '{ url: "http://reviews:4001", secret: short }',
      finding: '3:85 CONFIG_INVALID',
      what: 'shorter than 32 bytes',
    },
    {
      given: 'a placement with a path',
      placement: '{ url: "http://reviews:4001/api", secret: vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6s }',
      finding: '3:54 CONFIG_INVALID',
      what: 'more than a protocol, a host and a port',
      fix: 'http://reviews:4001.',
    },
    {
      given: 'a placement at no address',
      placement: `{ url: "reviews:4001", secret: vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6s }`,
      finding: '3:54 CONFIG_INVALID',
      what: 'no http, https or unix address',
      fix: 'http://reviews:4001',
    },
    {
      given: 'a misspelt key of a placement',
      placement: `{ url: "http://reviews:4001", secret: vQ0iQ8u2mXo8m4oWkC7aYb3n5Pz1rT6s, forwardbearer: true }`,
      finding: '3:119 CONFIG_UNKNOWN_KEY',
      what: 'forwardbearer',
    },
  ].map(({ placement, ...mistake }) => ({
    ...mistake,
    text: extensions(`{ name: foo, resolve: ./foo, placement: ${placement} }`),
  })),
  {
    given: 'an extension name twice',
    text: extensions('{ name: foo, resolve: ./a }', '{ name: foo, resolve: ./b, enabled: false }'),
    finding: '4:15 CONFIG_DUPLICATE',
    what: 'a second extension is named "foo"',
    related: '3:15',
  },
  {
    given: 'a variable that is not set',
    text: withLines('server: { host: "a${NOPE}" }'),
    finding: '1:19 CONFIG_VARIABLE_MISSING',
    what: 'NOPE is not set',
    fix: 'NOPE',
  },
  {
    given: 'a variable that is needed',
    text: withLines('server: { host: "${NOPE:?ask Ann}" }'),
    finding: '1:18 CONFIG_VARIABLE_MISSING',
    what: 'NOPE: ask Ann',
  },
  {
    given: 'a variable where a number stands',
    text: withLines('server: { port: "${NOPE}" }'),
    finding: '1:18 CONFIG_VARIABLE_MISSING',
    what: 'NOPE',
  },
  {
    given: 'a variable that is not closed',
    text: withLines('server: { host: "${NOPE" }'),
    finding: '1:18 CONFIG_VARIABLE_SYNTAX',
    what: 'not closed',
  },
  {
    given: 'a variable of an unknown form',
    text: withLines('server: { host: "${NOPE-x}" }'),
    finding: '1:18 CONFIG_VARIABLE_SYNTAX',
    what: 'not of a form',
  },
  {
    given: 'a variable inside another',
    text: withLines('server: { host: "${A:-${B}}" }'),
    finding: '1:18 CONFIG_VARIABLE_SYNTAX',
    what: 'inside the default',
  },
];

describe('findings in gateway.yaml', () => {
  for (const { given, text, finding, what, fix, related } of mistakes) {
    context(`given ${given}`, () => {
      it(`reports ${finding}, and nothing else`, async () => {
        await using config = await temporaryConfig(text);
        const { config: result, findings } = await config.read();
        expect(brief(findings)).to.deep.equal([finding]);
        expect(findings[0]?.what).to.include(what);
        if (fix !== undefined) expect(findings[0]?.fix).to.include(fix);
        expect(findings[0]?.related?.map(({ line, column }) => `${line}:${column}`)).to.deep.equal(
          related === undefined ? undefined : [related],
        );
        expect(result).to.equal(undefined);
      });
    });
  }

  for (const server of [
    'port: 0, admin: { port: 0 }',
    'port: 3001',
    'port: 3000, admin: { port: false }',
    'port: 3000, admin: { host: 127.0.0.2, port: 3000 }',
  ]) {
    it(`has none about two ports that do not meet: ${server}`, async () => {
      await using config = await temporaryConfig(withLines(`server: { ${server} }`));
      expect((await config.read()).findings).to.deep.equal([]);
    });
  }

  context('given an unquoted variable inside braces', () => {
    it('says that it needs quotes', async () => {
      await using config = await temporaryConfig(withLines('server: { port: ${PORT} }'));
      const { findings } = await config.read();
      expect(findings[0]).to.include({
        code: 'CONFIG_SYNTAX',
        fix: 'Inside { } and [ ], put ${...} in quotes: "${VAR}".',
      });
    });
  });

  context('given a secret of 32 bytes in fewer characters', () => {
    it('takes it', async () => {
      await using config = await temporaryConfig(jwt('secret: éäöüßñçøåþðœæłšž'));
      expect((await config.read()).findings).to.deep.equal([]);
    });
  });

  context('given a jwks without TLS', () => {
    it('warns, and gives a config', async () => {
      await using config = await temporaryConfig(jwt('jwks: "http://keys.example.com/"'));
      const { config: result, findings } = await config.read();
      expect(brief(findings)).to.deep.equal(['1:32 CONFIG_INSECURE']);
      expect(findings[0]?.severity).to.equal('warning');
      expect(result).not.to.equal(undefined);
    });

    it('is silent when the keys are on this machine', async () => {
      await using config = await temporaryConfig(jwt('jwks: "http://localhost:9/"'));
      expect((await config.read()).findings).to.deep.equal([]);
    });
  });

  context('given several syntax errors', () => {
    it('reports each of them', async () => {
      await using config = await temporaryConfig('a: "\\q"\nb: !x y\nc: 1\n\td: 2\n');
      const { findings } = await config.read();
      expect(brief(findings)).to.deep.equal(['1:5 CONFIG_SYNTAX', '2:4 CONFIG_SYNTAX', '4:1 CONFIG_SYNTAX']);
    });
  });

  context('given aliases that nest deeper than any call stack', () => {
    it('stops before that', async () => {
      const levels = Array.from({ length: 9000 }, (_, n) => `l${n}: &l${n} [${n === 0 ? 'x' : `*l${n - 1}`}]`);
      await using config = await temporaryConfig(withLines(levels.join('\n')));
      const { findings } = await config.read();
      expect(findings.map(({ what }) => what)).to.include('values nest more than 100 deep here');
    });
  });

  context('given brackets that nest deeper than any call stack', () => {
    it('says so', async () => {
      await using config = await temporaryConfig(`a: ${'['.repeat(20_000)}${']'.repeat(20_000)}`);
      expect((await config.read()).findings[0]?.what).to.equal('values nest too deep to be read');
    });
  });

  context('given an anchor of one name twice', () => {
    it('takes the last one before the alias', async () => {
      const text = 'server: { host: &a one }\ndatabase: { url: &a embedded }\ngraphql: { access: *a }';
      await using config = await temporaryConfig(withLines(text));
      // The place is that of the value which the alias stands for.
      expect(brief((await config.read()).findings)).to.deep.equal(['2:21 CONFIG_INVALID']);
    });
  });

  context('given aliases to aliases to aliases', () => {
    it('stops before they fill the memory', async () => {
      const levels = Array.from(
        { length: 12 },
        (_, n) => `l${n}: &l${n} [${Array(9).fill(n === 0 ? 'x' : `*l${n - 1}`)}]`,
      );
      await using config = await temporaryConfig(withLines(levels.join('\n')));
      const { findings } = await config.read();
      expect(findings.map(({ what }) => what)).to.include(
        'the file has more than 20000 values once its aliases are followed',
      );
    });
  });
});

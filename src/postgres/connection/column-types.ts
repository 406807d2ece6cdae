import { driver } from './driver.ts';

/**
 * Converts PostgreSQL's text to JavaScript, where the driver's default causes errors:
 *
 * - `int8` (`count(*)`, `bigserial`) becomes a number. A value that a number cannot represent exactly rejects the
 *   query. Select such columns as `::text`.
 * - `numeric` becomes text, which is exact. `::float8` makes it a number.
 * - `timestamptz` becomes ISO 8601 text in UTC with milliseconds, the format of `Date.toISOString`, for JSON and
 *   GraphQL strings. `timestamp`, `date` and `time` become text too, since they are not instants.
 */
export const columnTypes = { getTypeParser };

type Parser = (text: string) => unknown;

const oid = { int8: 20, date: 1082, timestamp: 1114, timestamptz: 1184 };
const arrayOid = { text: 1009, timestamp: 1115, date: 1182, timestamptz: 1185, int8: 1016 };

const parsers = new Map<number, Parser>([
  [oid.int8, parseInt8],
  [oid.date, (text) => text],
  [oid.timestamp, parseTimestamp],
  [oid.timestamptz, parseTimestamptz],
  [arrayOid.int8, arrayOf(parseInt8)],
  [arrayOid.date, arrayOf((text) => text)],
  [arrayOid.timestamp, arrayOf(parseTimestamp)],
  [arrayOid.timestamptz, arrayOf(parseTimestamptz)],
]);

function getTypeParser(id: number, format?: 'text' | 'binary'): Parser {
  const own = format === 'binary' ? undefined : parsers.get(id);
  return own ?? driver().types.getTypeParser(id, format);
}

function parseInt8(text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number)) return number;
  throw new RangeError(`The bigint ${text} does not fit a JavaScript number; select it as ::text.`);
}

function parseTimestamp(text: string): string {
  return text.replace(' ', 'T');
}

function parseTimestamptz(text: string): string {
  const date = new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  // "infinity" and years before Christ keep PostgreSQL's text.
  return Number.isNaN(date.getTime()) ? text : date.toISOString();
}

function arrayOf(parser: Parser): Parser {
  // The driver is loaded with the first connection, after this module.
  let parseElements: Parser | undefined;
  const mapElement = (element: unknown): unknown => {
    if (Array.isArray(element)) return element.map(mapElement);
    return typeof element === 'string' ? parser(element) : element;
  };
  return (text) => {
    const parse: Parser = parseElements ?? driver().types.getTypeParser(arrayOid.text);
    parseElements = parse;
    return mapElement(parse(text));
  };
}

import fc from 'fast-check';
import { formOf, formType } from '../uploads.ts';
import type { RouteFields } from './route-fields.ts';
import { anyHeaderText, anyJson, anyText, edgeCaseTexts, edgeCaseValues } from './shapes.ts';
import { placesIn, replaced, malformedJson } from './malformed-json.ts';

/** One request as `inject` takes it. */
export interface HostileRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

type Pair = readonly [string, string];
type Pairs = readonly Pair[];

/** Headers that some part of the server reads; not a body's length, about which the sender must not lie here. */
const headerNames = [
  'idempotency-key',
  'if-none-match',
  'range',
  'accept',
  'accept-encoding',
  'accept-language',
  'user-agent',
  'origin',
  'referer',
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-request-id',
  'sec-fetch-site',
  'content-encoding',
  'content-type',
  'expect',
];

/**
 * Requests of one route (`METHOD url`) in which something is wrong: a value of its path, its query, its body or its
 * headers, two of them, or the body as a whole. Everything else is as in `fields`, so that the request fails at the
 * wrong value and not earlier. `known` are values returned by other calls: ids, versions.
 */
export function hostileRequests(route: string, fields: RouteFields, known: readonly unknown[]): fc.Arbitrary<HostileRequest> {
  const [method = 'GET', path = ''] = route.split(' ');
  const value = fc.oneof({ weight: 9, arbitrary: anyJson }, { weight: 1, arbitrary: fc.constantFrom<unknown>(...known) });
  const text = fc.oneof({ weight: 9, arbitrary: anyText }, { weight: 1, arbitrary: fc.constantFrom(...known.map(String)) });
  return fc
    .record({
      method: method === 'GET' ? fc.constantFrom('GET', 'GET', 'GET', 'HEAD') : fc.constant(method),
      params: spoiled(Object.entries(fields.params ?? {}), text, 0.4),
      query: fc.oneof(
        { weight: 6, arbitrary: spoiled(Object.entries(fields.query ?? {}), text, fields.query === undefined ? 0 : 0.7) },
        { weight: 1, arbitrary: fc.array(fc.tuple(anyText, text), { maxLength: 3 }) },
      ),
      headers: fc.oneof(
        { weight: 3, arbitrary: fc.constant<Pairs>([]) },
        { weight: 1, arbitrary: fc.array(fc.tuple(fc.constantFrom(...headerNames), anyHeaderText()), { minLength: 1, maxLength: 2 }) },
      ),
      body: bodies(fields, value, text),
    })
    .map(({ method: verb, params, query, headers, body }) => ({
      method: verb,
      url: addressOf(path, params, query),
      headers: { ...body.headers, ...Object.fromEntries(headers) },
      ...(verb === 'GET' || verb === 'HEAD' || body.payload === undefined ? {} : { payload: body.payload }),
    }));
}

/**
 * The requests of one route in which a single place has each of the most dangerous values, and everything else is
 * valid. For a body that is a list, one request for each value, with a row for each place.
 */
export function edgeCaseRequests(route: string, { params = {}, query = {}, json, form }: RouteFields): HostileRequest[] {
  const [method = 'GET', path = ''] = route.split(' ');
  const request = (queryPairs: Pairs, { headers, payload }: Body): HostileRequest => ({
    method,
    url: addressOf(path, Object.entries(params), queryPairs),
    headers,
    ...(method === 'GET' || payload === undefined ? {} : { payload }),
  });
  const good: Body = json !== undefined ? jsonBody(json) : form !== undefined ? formBody(Object.entries(form)) : { headers: {} };
  const queryPairs = Object.entries(query);
  const inQuery = queryPairs.flatMap(([name]) => edgeCaseTexts.map((text) => request(withText(queryPairs, name, text), good)));
  const inForm = Object.entries(form ?? {}).flatMap(([name], _at, pairs) =>
    edgeCaseTexts.map((text) => request(queryPairs, formBody(withText(pairs, name, text)))),
  );
  return [...inQuery, ...inForm, ...edgeCaseBodies(json).map((body) => request(queryPairs, jsonBody(body)))];
}

/** A request known only by its path, with an empty body. */
export const plainRequest = (method: string, path: string, { params = {} }: RouteFields): HostileRequest => ({
  method,
  url: addressOf(path, Object.entries(params), []),
  ...jsonBody({}),
});

function edgeCaseBodies(json: RouteFields['json']): unknown[] {
  if (json === undefined) return [];
  const row: unknown = Array.isArray(json) ? json[0] : json;
  const places = placesIn(row).filter((place) => place.length > 0);
  if (Array.isArray(json)) return edgeCaseValues.map((value) => places.map((place) => replaced(row, place, value)));
  return places.flatMap((place) => edgeCaseValues.map((value) => replaced(row, place, value)));
}

const withText = (pairs: Pairs, name: string, text: string): Pairs => pairs.map((pair) => (pair[0] === name ? [name, text] : pair));

/** Some of the pairs with another value, without one, or twice. */
function spoiled(pairs: Pairs, text: fc.Arbitrary<string>, share: number): fc.Arbitrary<Pairs> {
  if (pairs.length === 0 || share === 0) return fc.constant(pairs);
  const at = fc.constantFrom(...pairs.map(([name]) => name));
  return fc.oneof(
    { weight: Math.round(10 * (1 - share)), arbitrary: fc.constant(pairs) },
    {
      weight: Math.round(10 * share),
      arbitrary: fc.tuple(at, text).map(([name, bad]) => pairs.map((pair): Pair => (pair[0] === name ? [name, bad] : pair))),
    },
    { weight: 1, arbitrary: at.map((name) => pairs.filter((pair) => pair[0] !== name)) },
    { weight: 1, arbitrary: fc.tuple(at, text).map(([name, bad]): Pairs => [...pairs, [name, bad]]) },
    { weight: 1, arbitrary: fc.tuple(at, text).map(([name, bad]): Pairs => [...pairs, [`${name}[]`, bad]]) },
  );
}

function addressOf(path: string, params: Pairs, query: Pairs): string {
  const given = new Map(params);
  const filled = path.replace(/:(\w+)/g, (_all, name: string) => encoded(given.get(name) ?? '').slice(0, 15_000));
  const asked = query.map(([name, text]) => `${encoded(name).slice(0, 1000)}=${encoded(text).slice(0, 15_000)}`).join('&');
  return asked === '' ? filled : `${filled}?${asked}`;
}

const encoded = (text: string): string => encodeURIComponent(text.toWellFormed());

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

function bodies({ json, form, multipart }: RouteFields, value: fc.Arbitrary<unknown>, text: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  const whole = value.map((spoilt) => jsonBody(spoilt));
  if (multipart !== undefined) return multipartBodies(multipart, text);
  if (form !== undefined)
    return fc.oneof({ weight: 8, arbitrary: spoiled(Object.entries(form), text, 0.8).map(formBody) }, { weight: 1, arbitrary: whole });
  if (json === undefined) return fc.oneof({ weight: 3, arbitrary: fc.constant<Body>({ headers: {} }) }, { weight: 1, arbitrary: whole });
  return fc.oneof({ weight: 8, arbitrary: malformedJson(json, value).map(jsonBody) }, { weight: 1, arbitrary: whole });
}

const jsonBody = (value: unknown): Body => ({ headers: { 'content-type': 'application/json' }, payload: JSON.stringify(value) });

const formBody = (pairs: Pairs): Body => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  payload: pairs.map(([name, text]) => `${encoded(name)}=${encoded(text)}`).join('&'),
});

/** Forms of an upload: its fields, its file's name and its bytes, any of them wrong; and truncated forms. */
function multipartBodies(words: Readonly<Record<string, string>>, text: fc.Arbitrary<string>): fc.Arbitrary<Body> {
  const names = fc.oneof(
    { weight: 2, arbitrary: fc.constant('a.png') },
    { weight: 1, arbitrary: text },
    { weight: 1, arbitrary: text.map((id) => `${id}|a.png`) },
  );
  return fc
    .record({
      fields: spoiled(Object.entries(words), text, 0.7),
      name: names,
      bytes: fc.uint8Array({ maxLength: 64 }),
      fileFirst: fc.boolean(),
      cut: fc.option(fc.nat(600), { freq: 4 }),
    })
    .map(({ fields, name, bytes, fileFirst, cut }) => {
      const payload = formOf({ name, bytes: Buffer.from(bytes), fields: Object.fromEntries(fields), fileFirst });
      return { headers: { 'content-type': formType }, payload: cut === null ? payload : payload.subarray(0, cut) };
    });
}

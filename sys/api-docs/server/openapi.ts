import { codes } from '@back-office/contract/envelope.ts';
import type { Office } from '@back-office/contract/office/office.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import type { SignedIn } from '@back-office/server/identity/rights/signed-in.ts';
import { type DeclaredCall, type Grant, mayCall, openToKeys } from '@back-office/server/platform/http/right.ts';
import { productVersion } from '@back-office/server/platform/product-version.ts';
import type { ApiDocument, ApiOperation, ApiParameter, Schema } from '../api-docs.ts';
import { callWords } from './call-words.ts';
import { type Described, genericCall, schemaName } from './generic-calls.ts';
import { genericShapes } from './generic-shapes.ts';
import { inputSchema, recordSchema } from './schemas.ts';
import { type ShapedCall, shapedCall } from './shaped-call.ts';

interface OpenApiInput {
  readonly office: Office;
  readonly title: string;
  readonly calls: ReadonlyMap<string, DeclaredCall>;
  readonly user: Pick<SignedIn, 'rights' | 'key'>;
}

/** The calls of all features that this server offers and that this person, or this key, may make (OpenAPI 3.1.0). */
export function openApi({ office, title, calls, user }: OpenApiInput): ApiDocument {
  const paths: Record<string, Record<string, ApiOperation>> = {};
  const described = new Set<Resource>();
  const tags = new Set<string>();
  const named: Record<string, Schema> = {};
  const read = new Set<string>();
  for (const [route, call] of [...calls].toSorted(([one], [other]) => one.localeCompare(other))) {
    if (!isShown(call, user)) continue;
    const [method = '', url = ''] = route.split(' ');
    const resource = office.resources.find(({ name }) => url.startsWith(`/api/${name}/`));
    const generic = resource === undefined ? undefined : genericCall(resource, method, url.slice(`/api/${resource.name}/`.length));
    if (resource !== undefined && generic !== undefined) described.add(resource);
    const shape =
      call.shape ??
      (resource === undefined ? undefined : genericShapes(resource)[`${method} ${url.slice(`/api/${resource.name}/`.length)}`]);
    const shaped = shape === undefined ? undefined : shapedCall(shape);
    for (const name of shaped?.records ?? []) read.add(name);
    Object.assign(named, shaped?.named);
    tags.add(resource?.title ?? others);
    const path = url.replace(/:(\w+)/g, '{$1}');
    (paths[path] ??= {})[method.toLowerCase()] = operationOf({ route, method, url, call, resource, generic, shaped });
  }
  const shown = office.resources.filter((resource) => described.has(resource) || read.has(resource.name));
  return {
    openapi: '3.1.0',
    info: {
      title,
      version: productVersion,
      description: '只列出当前账号或密钥可以调用的接口。业务结果在 HTTP 200 的信封里，以 code 区分。',
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    tags: [...office.resources.map((resource) => resource.title), others].filter((name) => tags.has(name)).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: '登录得到的 accessToken，或以 bo_ 开头的接口密钥' } },
      responses: Object.fromEntries(
        broken.map(({ name, code, message }) => [
          name,
          { description: `${code} ${message}`, content: { 'application/json': { schema: refusedRef } } },
        ]),
      ),
      schemas: {
        ...Object.fromEntries(
          shown.flatMap((resource) => [
            [schemaName(resource), recordSchema(resource)],
            ...(described.has(resource) ? [[`${schemaName(resource)}.save`, inputSchema(resource)]] : []),
          ]),
        ),
        ...named,
        Refused: refusedSchema,
      },
    },
  };
}

const others = '其他';

const isShown = (call: DeclaredCall, { rights, key }: OpenApiInput['user']): boolean =>
  call.isOff?.() !== true && mayCall(rights, call.right) && (key === undefined || call.right === 'public' || openToKeys(call));

interface Call {
  readonly route: string;
  readonly method: string;
  readonly url: string;
  readonly call: DeclaredCall;
  readonly resource: Resource | undefined;
  /** The generic description of the call. */
  readonly generic: Described | undefined;
  /** The description from the call's own schemas. */
  readonly shaped: ShapedCall | undefined;
}

/** Accepted by every call that deletes (docs/wire.md "Generic calls"). */
const reasonGiven: ApiParameter = {
  name: 'reason',
  in: 'query',
  description: '原因，记入操作日志',
  schema: { type: 'string', maxLength: 100 },
};

function operationOf({ route, method, url, call, resource, generic, shaped }: Call): ApiOperation {
  const described: Described = { summary: callWords[route] ?? call.summary ?? route, ...shaped?.described, ...generic };
  const { parameters = [], data, files, requestBody } = described;
  const reason: ApiParameter[] = method === 'DELETE' ? [reasonGiven] : [];
  const inPath = [...url.matchAll(/:(\w+)/g)].map(([, name = '']): ApiParameter => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  return {
    operationId: `${method.toLowerCase()}${url.replace(/^\/api/, '').replaceAll(/[^A-Za-z0-9]+/g, '_')}`,
    tags: [resource?.title ?? others],
    summary: described.summary,
    description: asksFor(call),
    ...(inPath.length + reason.length + parameters.length === 0 ? {} : { parameters: [...inPath, ...parameters, ...reason] }),
    ...(requestBody === undefined ? {} : { requestBody }),
    responses: responsesOf(data, files),
  };
}

/** The right that a call requires, as a sentence. */
function asksFor(call: DeclaredCall): string {
  const keys = openToKeys(call) ? '' : '接口密钥不能调用。';
  if (call.right === 'public') return '无需登录。';
  if (typeof call.right === 'string') return `登录即可调用。${keys}`;
  const words = [call.right].flat().map(({ resource, permission }: Grant) => `${resource}:${[permission].flat().join('|')}`);
  return `需要权限 ${words.join('，或 ')}。${keys}`;
}

/** Errors that every call may return, described once. */
const broken = (['malformed', 'tooLarge', 'tooMany', 'serverError', 'unavailable'] as const).map((name) => ({ name, ...codes[name] }));
const brokenRefs = Object.fromEntries(broken.map(({ name, status }) => [String(status), { $ref: `#/components/responses/${name}` }]));

const refusedRef: Schema = { $ref: '#/components/schemas/Refused' };

const outcomes = ['refused', 'noSession', 'notPermitted', 'gone', 'conflict', 'sessionEnded'] as const;

function responsesOf(data: Schema | undefined, files: readonly string[] = []): ApiOperation['responses'] {
  const refused = outcomes.map((name) => `${codes[name].code} ${codes[name].message}`).join('；');
  const success =
    files.length === 0
      ? { 'application/json': { schema: envelopeOf(data) } }
      : { ...Object.fromEntries(files.map((file) => [file, {}])), 'application/json': { schema: refusedRef } };
  return { '200': { description: `code 20000 为成功。其他：${refused}`, content: success }, ...brokenRefs };
}

/** The envelope; `data` has the given schema only if the call succeeded (docs/wire.md "Envelope and codes"). */
const envelopeOf = (data: Schema = { type: 'null' }): Schema => ({
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: { success: { type: 'boolean' }, code: { type: 'integer' }, message: { type: 'string' } },
  anyOf: [{ properties: { code: { const: codes.ok.code }, data } }, refusedRef],
});

/** The envelope of a failed call. */
const refusedSchema: Schema = {
  title: '未成功的答复',
  type: 'object',
  required: ['success', 'code', 'message'],
  properties: {
    success: { const: false },
    code: { type: 'integer', not: { const: codes.ok.code } },
    message: { type: 'string' },
    data: { description: '40000 时为 { fields: [{ field, message, row? }] }；40900 时为 { conflict, … }；其余见各接口' },
  },
};

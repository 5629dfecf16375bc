import { changesLimits } from '@back-office/contract/calls/changes.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sampleId } from '@back-office/contract/calls/sample-of-field.ts';
import type { ApiOperation, ApiParameter, Schema } from '../api-docs.ts';
import { sampleOf, savedSchema } from './schemas.ts';

/** The description of a generic call, beside what all calls have in common. */
export interface Described extends Pick<ApiOperation, 'summary' | 'parameters' | 'requestBody'> {
  /** The schema of `data`; absent if unspecified. */
  readonly data?: Schema;
  /** The content types of a file that may be returned instead of an envelope. */
  readonly files?: readonly string[];
}

export const schemaName = (resource: Resource): string => resource.name.replace('/', '.');
const recordOf = (resource: Resource): Schema => ({ $ref: `#/components/schemas/${schemaName(resource)}` });
const inputOf = (resource: Resource): Schema => ({ $ref: `#/components/schemas/${schemaName(resource)}.save` });
const listOf = (items: Schema): Schema => ({ type: 'array', items });
const pageOf = (items: Schema): Schema => ({
  type: 'object',
  properties: { items: listOf(items), total: { type: 'integer' }, approximate: { type: 'boolean', description: '总数是估计值' } },
  required: ['items', 'total'],
});
const json = (schema: Schema, example: unknown): NonNullable<ApiOperation['requestBody']> => ({
  required: true,
  content: { 'application/json': { schema, example } },
});

const query = (name: string, description: string, schema: Schema, example?: unknown): ApiParameter => ({
  name,
  in: 'query',
  description,
  schema,
  ...(example === undefined ? {} : { example }),
});
const texts: Schema = { type: 'array', items: { type: 'string' } };

/** The filters of pages and exports (docs/wire.md "Generic calls"). */
const filters = ({ label, sort }: Resource): ApiParameter[] => [
  query('like', '“字段:文字”，包含即匹配；可重复，须同时满足', texts, [`${label}:示例`]),
  query('eq', '“字段:值”，相等；同一字段重复为“或”', texts),
  query('ge', '“字段:值”，不小于', texts),
  query('le', '“字段:值”，不大于', texts),
  query('sort', '“字段:asc”或“字段:desc”', { type: 'string' }, sort),
];

const page: ApiParameter[] = [
  query('index', '第几页，从 0 开始', { type: 'integer', minimum: 0, default: limits.page.index }),
  query('limit', '每页条数', { type: 'integer', minimum: 1, maximum: limits.page.maxLimit, default: limits.page.limit }),
];

const idempotency: ApiParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: '任意唯一文字；24 小时内重复发送得到与第一次相同的结果',
  schema: { type: 'string' },
};

const calls: Readonly<Record<string, (resource: Resource) => Described>> = {
  'GET changes': (resource) => ({
    summary: `${resource.title}的变更：不带 since 取全部，此后以上次的 cursor 只取变更`,
    parameters: [
      query('since', '上次得到的 cursor，原样填写', { type: 'string' }),
      query('limit', '一次的条数', { type: 'integer', minimum: 1, maximum: changesLimits.most, default: changesLimits.usual }),
    ],
    data: {
      type: 'object',
      properties: {
        items: listOf(recordOf(resource)),
        gone: { ...texts, description: '已删除或已不在数据范围内的编号' },
        cursor: { type: 'string' },
        more: { type: 'boolean', description: '还有，请立即再取' },
      },
      required: ['items', 'gone', 'cursor', 'more'],
    },
  }),
  'GET create': ({ title }) => ({ summary: `新${title}的默认值` }),
  'GET select/:id': (resource) => ({ summary: `查看一条${resource.title}`, data: recordOf(resource) }),
  'GET select-page': (resource) => ({
    summary: `分页查询${resource.title}`,
    parameters: [...page, ...filters(resource)],
    data: pageOf(recordOf(resource)),
  }),
  'GET select-counts': (resource) => ({
    summary: `多组筛选各有多少条${resource.title}`,
  }),
  'GET select-levels': (resource) => ({
    summary: `${resource.title}树按层级展开`,
    parameters: [...page, ...filters(resource), { ...query('depth', '展开几层', { type: 'integer', minimum: 1 }), required: true }],
  }),
  'GET select-paths': (resource) => ({
    summary: `在${resource.title}树中查找，并给出上级路径`,
    parameters: [...page, ...filters(resource)],
  }),
  'GET select-options': ({ title }) => ({
    summary: `可选的${title}`,
    parameters: [...page, query('search', '名称或拼音', { type: 'string' }), query('id', '只要这些编号的，可重复', { type: 'string' })],
  }),
  'GET select-history/:id': ({ title }) => ({ summary: `一条${title}的变更记录` }),
  'GET select-uses/:ids': ({ title }) => ({ summary: `${title}被哪些数据使用` }),
  'POST save': (resource) => ({
    summary: `新增或修改${resource.title}：不带 id 新增，带 id 和 version 修改`,
    parameters: [idempotency],
    requestBody: json(inputOf(resource), sampleOf(resource)),
    data: savedSchema(resource, recordOf(resource)),
  }),
  'POST save-batch': (resource) => ({
    summary: `批量保存${resource.title}：一个事务，任一行有误则全部不保存`,
    parameters: [idempotency, query('dryRun', '只检查，不保存', { type: 'boolean' })],
    requestBody: json(listOf(inputOf(resource)), [sampleOf(resource)]),
  }),
  'PUT save-batch': (resource) => ({
    summary: `批量保存${resource.title}（同 POST）`,
    parameters: [idempotency, query('dryRun', '只检查，不保存', { type: 'boolean' })],
    requestBody: json(listOf(inputOf(resource)), [sampleOf(resource)]),
  }),
  'POST save-each': (resource) => ({
    summary: `逐条修改多条${resource.title}：各条各自成败`,
    parameters: [idempotency],
    requestBody: json(listOf(inputOf(resource)), [{ id: sampleId, version: 1, ...sampleOf(resource) }]),
  }),
  'DELETE delete/:id': ({ title }) => ({ summary: `删除一条${title}`, parameters: [idempotency] }),
  'DELETE delete-ids/:ids': ({ title }) => ({
    summary: `删除多条${title}：编号用逗号分隔，最多 ${limits.deleteIds} 个`,
    parameters: [idempotency],
  }),
  'GET export': (resource) => ({
    summary: `导出${resource.title}`,
    parameters: [
      ...filters(resource),
      query('columns', '列名，用逗号分隔', { type: 'string' }, resource.export.slice(0, 3).join(',')),
      query('format', '格式', { type: 'string', enum: ['xlsx', 'csv', 'ndjson'], default: 'xlsx' }),
    ],
    files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'text/csv', 'application/x-ndjson'],
  }),
  'POST export': ({ title }) => ({ summary: `在后台导出${title}，完成后在导出中心下载` }),
  'POST open-import': ({ title }) => ({ summary: `开始导入${title}` }),
  'POST add-import-rows/:id': ({ title }) => ({ summary: `为导入的${title}补充行` }),
  'POST check-import/:id': ({ title }) => ({ summary: `检查导入的${title}` }),
  'POST save-import/:id': ({ title }) => ({ summary: `保存导入的${title}` }),
  'POST undo-import/:id': ({ title }) => ({ summary: `撤销一次${title}导入` }),
  'GET select-imports': ({ title }) => ({ summary: `${title}的导入记录` }),
};

/** The description of a generic call of a resource, by its method and the rest of its URL; undefined for calls of its own. */
export const genericCall = (resource: Resource, method: string, rest: string): Described | undefined =>
  Object.hasOwn(calls, `${method} ${rest}`) ? calls[`${method} ${rest}`]?.(resource) : undefined;

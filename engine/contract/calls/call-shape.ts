import type { PageAnswer } from './page.ts';
import { limits } from '../limits.ts';
import type { Field } from '../resource/field.ts';
import { fieldSchema } from '../resource/field-schema.ts';
import type { Resource } from '../resource/resource.ts';
import { z } from 'zod';
import { sampleOfField } from './sample-of-field.ts';

/**
 * The parameters and the answer of a call that is not a generic one. Its handler reads with these schemas (`readAs`), and 接口文档 shows them: there is
 * no second description (docs/decisions/0095-shapes-of-calls.md).
 */
export interface CallShape {
  /** The query parameters. */
  readonly query?: z.ZodObject<Readonly<Record<string, z.ZodType>>>;
  /** The body. */
  readonly body?: z.ZodType;
  /** The media type of the body if it is not JSON. */
  readonly written?: 'application/x-www-form-urlencoded' | 'multipart/form-data';
  /** `data` of the answer. */
  readonly data: z.ZodType;
  /** Media types of an answer that is a file instead of an envelope. */
  readonly files?: readonly string[];
}

/**
 * `data` of a call that returns nothing.
 * @example
 * const remindRoute = (app: FastifyInstance) =>
 *   app.put(
 *     '/api/acme/agreement/remind/:id',
 *     { config: { right: { resource: 'acme/agreement', permission: 'edit' }, summary: '提醒负责人', shape: { data: nothing } } },
 *     () => ok(undefined),
 *   );
 */
export const nothing = z.null().optional();

/** An id, as `isId` accepts it. */
export const idShape = z.guid('编号格式不正确');

/** `YYYY-MM-DD HH:mm:ss` */
export const timeShape = z.string().meta({ examples: ['2026-12-31 18:00:00'] });

/** An integer as a query or a form contains it. */
export function wholeShape(name: string, min: number, max: number) {
  const words = `${name} 应为 ${min} 到 ${max} 的整数`;
  const read = (text: unknown): unknown => (typeof text === 'string' ? (/^\d{1,10}$/.test(text) ? Number(text) : Number.NaN) : text);
  return z.preprocess(read, z.int(words).min(min, words).max(max, words));
}

const pageOf = (limit: number, most: number) =>
  z.object({
    index: wholeShape('index', 0, 1_000_000_000).default(limits.page.index).describe('第几页，从 0 开始'),
    limit: wholeShape('limit', 1, most).default(limit).describe('每页条数'),
  });
const pages = new Map<string, ReturnType<typeof pageOf>>();

/** The paging parameters of a query; created once for each pair of limits. */
export function pagedBy(limit: number, most: number = limits.page.maxLimit) {
  const known = pages.get(`${limit} ${most}`) ?? pageOf(limit, most);
  pages.set(`${limit} ${most}`, known);
  return known;
}

/** The paging parameters of most lists. */
export const pageQuery = pagedBy(limits.page.limit);

type Fields<T> = { readonly [Name in keyof Required<T>]: z.ZodType<T[Name]> };

/** The schema of an existing type, such as an answer's: the compiler refuses a missing field, an extra field and a field of another type. */
export function exactShape<T extends object>(fields: Fields<T>): z.ZodType<T>;
export function exactShape(fields: z.core.$ZodLooseShape): z.ZodType {
  return z.object(fields);
}

/** A page of these items. */
export const pageShape = <Row>(items: z.ZodType<Row>): z.ZodType<PageAnswer<Row>> =>
  exactShape<PageAnswer<Row>>({ items: z.array(items), total: z.int(), approximate: z.literal(true).optional().describe('总数是估计值') });

/**
 * A record as `select` of its resource returns it, for the `shape` of a call.
 * @example
 * const found: CallShape = { query: z.object({ agreementNo: z.string('请填写合同编号') }), data: recordShape(agreement) };
 */
export const recordShape = ({ name }: Pick<Resource, 'name'>) => z.looseObject({ id: idShape, version: z.int() }).meta({ record: name });

/** The version that a change of a stored record must send. */
export const versionShape = z.object({ version: z.int('修改时必须带上版本号') });

/** The fields that a form of a resource sends, with the checks of `save`; an update may omit unchanged fields. */
export const formShape = ({ form, fields }: Pick<Resource, 'form' | 'fields'>) =>
  z.looseObject(Object.fromEntries(form.flatMap((name) => (fields[name] === undefined ? [] : [[name, fieldShape(fields[name])]]))));

const fieldShape = (field: Field) =>
  fieldSchema(field)
    .nullish()
    .meta({ title: field.label, examples: [sampleOfField(field)] });

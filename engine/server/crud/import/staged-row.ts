import { cutText } from '@back-office/contract/cut-text.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';
import { importLimits } from '@back-office/contract/calls/import.ts';
import { importShapes } from '@back-office/contract/calls/import-shapes.ts';
import type { Refusal as Issues } from '@back-office/contract/envelope.ts';
import { uniqueText } from '@back-office/contract/resource/plain-text.ts';
import { fieldOf, parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { newId } from '../../platform/database/new-id.ts';
import { readShape } from '../../platform/http/read-as.ts';
import { Refusal, refused, refusedField } from '../../platform/http/refusal.ts';

/** A staged row. */
export interface StagedRow {
  readonly rowNo: number;
  readonly recordId: string;
  readonly values: Readonly<Record<string, unknown>>;
}

interface RowToStage extends StagedRow {
  readonly uniqueKeys: (string | null)[];
  readonly names: string[];
}

/** The longest text staged for a cell; what any field accepts is far shorter. */
const maxTextLength = 40_000;
const maxListLength = 500;

/**
 * Reads the body of add-import-rows. Refuses with 40000, naming row and column, anything that is not a row, and columns that the template lacks; the
 * values are checked later. A row without values is to be deleted.
 */
export function readRows(resource: Resource, body: unknown): { rows: RowToStage[]; removed: number[] } {
  if (!Array.isArray(body)) throw new Refusal('malformed');
  if (body.length === 0) throw refusedField('rows', '没有可导入的数据');
  if (body.length > importLimits.partRows) throw refusedField('rows', `一次最多提交 ${grouped(importLimits.partRows)} 行`);
  const given = readShape(importShapes.addRows.body, body);
  if (new Set(given.map(({ row }) => row)).size !== given.length) throw refusedField('row', '同一行出现了多次');
  const issues: Issues['fields'] = given.flatMap(({ row, values }) =>
    Object.entries(values ?? {}).flatMap(([field, value]) => {
      if (!resource.import.includes(field)) return [{ row, field, message: `模板中没有该列：${field.slice(0, 50)}` }];
      return isCell(value) ? [] : [{ row, field, message: `${resource.fields[field]?.label ?? field}的内容无法识别` }];
    }),
  );
  if (issues.length > 0) throw refused(issues);
  return {
    rows: given.flatMap(({ row, values }) => (values === null ? [] : [toStage(resource, row, values)])),
    removed: given.flatMap(({ row, values }) => (values === null ? [row] : [])),
  };
}

const isCell = (value: unknown): boolean =>
  value === null ||
  typeof value === 'number' ||
  typeof value === 'boolean' ||
  (typeof value === 'string' && value.length <= maxTextLength) ||
  (Array.isArray(value) && value.length <= maxListLength && value.every((entry) => typeof entry === 'string' && entry.length <= 200));

function toStage(resource: Resource, rowNo: number, values: Record<string, unknown>): RowToStage {
  // Keys with a reference are compared once its record is found (`findDuplicates`).
  const uniqueKeys = resource.unique.map((fields) => {
    const parts = fields.map((name) =>
      ['text', 'number', 'date', 'datetime'].includes(fieldOf(resource, name).kind) ? partOf(values[name]) : '',
    );
    return parts.includes('') ? null : JSON.stringify(parts);
  });
  const parent = parentFieldOf(resource);
  const names = parent === undefined ? [] : [resource.label, ...codesOf(resource)].map((name) => values[name]);
  const paths = endingsOf(values[parent ?? '']).map((above) => `${above}/${partOf(values[resource.label])}`);
  return { rowNo, recordId: newId(), values, uniqueKeys, names: [...new Set([...names, ...paths].map(keyPart).filter(Boolean))] };
}

/** The keys of a text and of what follows each of its slashes, as a name may hold slashes: the first ten, since a cell may consist of them. */
export const endingsOf = (text: unknown): string[] =>
  keyPart(text)
    .split('/')
    .flatMap((_, at, parts) => (at < 10 ? parts.slice(at).join('/') : []))
    .filter(Boolean);

/** Fields that alone identify a record, such as its code. */
export const codesOf = (resource: Resource): string[] =>
  resource.unique.flatMap((fields) => (fields.length === 1 && fields[0] !== undefined ? [fields[0]] : []));

/** The key by which a name or code is looked up: lower case. */
export const keyPart = (value: unknown): string => cutText(partOf(value).toLowerCase(), 200);

/** Without characters that the database cannot store. Only texts and numbers can name a record. */
const partOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? uniqueText(String(value)).replaceAll('\u0000', '').toWellFormed() : '';

import { type CallShape, exactShape, idShape, nothing, recordShape, timeShape } from '@back-office/contract/calls/call-shape.ts';
import type { ExportStarted } from '@back-office/contract/calls/export.ts';
import type { FieldChange, HistoryEntry } from '@back-office/contract/calls/history.ts';
import type { Option } from '@back-office/contract/calls/options.ts';
import { type CountsAnswer, countsLimit } from '@back-office/contract/calls/select-counts.ts';
import type { Use } from '@back-office/contract/envelope.ts';
import { parentFieldOf, type Resource } from '@back-office/contract/resource/resource.ts';
import { z } from 'zod';

const text = z.string();
const change = exactShape<FieldChange>({ field: text, label: text, before: z.unknown(), after: z.unknown() });
const entry = exactShape<HistoryEntry>({
  id: idShape,
  optTime: timeShape,
  userName: text.nullable(),
  optType: text,
  optChanges: z.array(change).nullable(),
}).meta({ id: 'HistoryEntry' });
const use = exactShape<Use>({
  resource: text,
  title: text,
  field: text,
  label: text,
  count: z.int().describe('调用者看得到的条数'),
  hidden: z.literal(true).optional().describe('另有看不到的'),
  values: z.array(text).optional(),
}).meta({ id: 'Use' });
const option = exactShape<Option>({
  id: idShape,
  label: text,
  parentId: idShape.nullable(),
  parentLabel: text.nullable(),
  hasChildren: z.boolean(),
  withinLabel: text.nullable(),
}).meta({ id: 'Option' });
const refusal = z.object({ code: z.int(), message: text, data: z.unknown().optional() }).meta({ id: 'EachRefusal' });

/** Response schemas of generic calls that do not depend on the resource. */
const same = {
  'GET create': { data: z.record(text, z.unknown()) },
  'GET select-counts': {
    query: z.object({ of: text.or(z.array(text)).describe(`一组筛选，写成 select-page 的查询串；可重复，最多 ${countsLimit} 个`) }),
    data: exactShape<CountsAnswer>({ counts: z.array(z.int().nullable()).describe('按 of 的次序；太多而不统计时为 null') }),
  },
  'GET select-options': { data: z.object({ items: z.array(option), total: z.int(), approximate: z.literal(true).optional() }) },
  'GET select-history/:id': { data: z.array(entry) },
  'GET select-uses/:ids': { data: z.array(use) },
  'DELETE delete/:id': { data: nothing },
  'DELETE delete-ids/:ids': { data: nothing },
  'POST export': { data: exactShape<ExportStarted>({ id: idShape, total: z.int() }) },
} satisfies Record<string, CallShape>;

const known = new WeakMap<Resource, Readonly<Record<string, CallShape>>>();

/** The response schemas of a resource's generic calls, by method and the rest of their URL. */
export function genericShapes(resource: Resource): Readonly<Record<string, CallShape>> {
  let shapes = known.get(resource);
  if (shapes === undefined) known.set(resource, (shapes = { ...same, ...ofRecords(resource) }));
  return shapes;
}

function ofRecords(resource: Resource): Record<string, CallShape> {
  const records = z.array(recordShape(resource));
  const saved = { data: records };
  const each = z.union([z.object({ saved: recordShape(resource) }), z.object({ refused: refusal })]);
  return {
    'POST save-batch': saved,
    'PUT save-batch': saved,
    'POST save-each': { data: z.object({ results: z.array(each).describe('按提交的次序') }) },
    ...(parentFieldOf(resource) === undefined
      ? {}
      : {
          'GET select-levels': { data: z.object({ items: records, depth: z.int(), more: z.boolean().describe('下面还有') }) },
          'GET select-paths': {
            data: z.object({
              items: records,
              total: z.int(),
              approximate: z.literal(true).optional(),
              found: z.array(idShape).optional().describe('找到的；其余是它们的上级'),
            }),
          },
        }),
  };
}

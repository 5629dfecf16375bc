import { z } from 'zod';
import { isPlainText } from '../resource/plain-text.ts';
import type { Resource } from '../resource/resource.ts';
import { type CallShape, exactShape, idShape, timeShape, wholeShape } from './call-shape.ts';
import { type ImportBatch, type ImportCheck, type ImportIssue, importLimits, type SavedImport, templateName } from './import.ts';

const { fileName, maxRow, partRows } = importLimits;
const text = z.string();
const fileNameMessage = `文件名应为 1 到 ${fileName} 个字符`;
const rowNumberMessage = `行号应为 0 到 ${maxRow} 的整数`;
const issue = exactShape<ImportIssue>({ row: z.int(), field: text, message: text }).meta({ id: 'ImportIssue' });
const row = z.strictObject(
  {
    row: z.int(rowNumberMessage).min(0, rowNumberMessage).max(maxRow, rowNumberMessage),
    values: z.record(text, z.unknown(), '行的内容应为对象').nullable().describe('模板中的列；null 为删去这一行'),
  },
  { error: ({ code }) => (code === 'unrecognized_keys' ? '每行只能有 row 和 values' : undefined) },
);

/** The shape of open-import for this resource. */
export const openImportShape = (resource: Resource) =>
  ({
    body: z.strictObject({
      type: z.literal(templateName(resource), '无效模版！'),
      fileName: z
        .string(fileNameMessage)
        .max(fileName, fileNameMessage)
        .refine(isPlainText, fileNameMessage)
        .trim()
        .min(1, fileNameMessage)
        .meta({ examples: ['a.xlsx'] }),
    }),
    data: z.object({ id: idShape }),
  }) satisfies CallShape;

/** The shapes of the other import calls (engine/contract/calls/import.ts). */
export const importShapes = {
  addRows: { body: z.array(row), data: z.object({ rows: z.int().describe('已提交的行数') }) },
  check: {
    query: z.object({ from: wholeShape('from', 0, maxRow).default(0), to: wholeShape('to', 0, maxRow).default(partRows - 1) }),
    data: exactShape<ImportCheck>({ checked: z.int(), issues: z.array(issue) }),
  },
  save: {
    query: z.object({ goodOnly: z.enum(['true', 'false'], 'goodOnly 只能是 true 或 false').optional().describe('只保存无误的行') }),
    data: exactShape<SavedImport>({
      batchNo: z.int(),
      saved: z.int(),
      skipped: z.int(),
      issues: z.array(issue),
      passwords: z.array(z.object({ row: z.int(), label: text, account: text, password: text })).describe('只返回这一次'),
    }),
  },
  undo: { data: z.object({ undone: z.int() }) },
  batches: {
    data: z.array(
      exactShape<ImportBatch>({ id: idShape, batchNo: z.int(), fileName: text, saved: z.int(), saveTime: timeShape, state: text }),
    ),
  },
} satisfies Record<string, CallShape>;

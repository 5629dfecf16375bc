import type { ExportRecord } from './export.ts';
import { z } from 'zod';
import { type CallShape, idShape, nothing, exactShape, timeShape } from './call-shape.ts';

const own = exactShape<ExportRecord>({
  id: idShape,
  title: z.string(),
  fileName: z.string(),
  state: z.enum(['waiting', 'running', 'done', 'failed', 'cancelled']),
  done: z.int(),
  total: z.int().nullable(),
  fileSize: z.int().nullable(),
  failReason: z.string().nullable(),
  createTime: timeShape,
  expireTime: timeShape,
});

/** The answers of the calls of 导出中心. */
export const exportShapes = {
  selectExports: { data: z.array(own) },
  download: { data: nothing, files: ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'] },
  ended: { data: nothing },
} satisfies Record<string, CallShape>;

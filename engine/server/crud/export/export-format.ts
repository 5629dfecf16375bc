import type { FastifyReply } from 'fastify';
import { refusedField } from '../../platform/http/refusal.ts';
import type { Query } from './plan-export.ts';

/** The export formats: a workbook for people, or text that programs read line by line (docs/decisions/0082-exports-for-programs.md). */
const formats = ['xlsx', 'csv', 'ndjson'] as const;
export type ExportFormat = (typeof formats)[number];

const contentTypes: Readonly<Record<ExportFormat, string>> = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
};

/** Reads the `format` of a query; the default is a workbook. */
export function readFormat({ format = 'xlsx' }: Query): ExportFormat {
  const known = formats.find((name) => name === format);
  if (known !== undefined) return known;
  throw refusedField('format', '导出格式只能是 xlsx、csv 或 ndjson');
}

/** The headers of an export: it must not be cached, and is only offered for download. */
export function sendExport(reply: FastifyReply, fileName: string, format: ExportFormat = 'xlsx'): FastifyReply {
  return reply
    .header('content-type', contentTypes[format])
    .header('content-disposition', `attachment; filename="export.${format}"; filename*=UTF-8''${encodeURIComponent(fileName)}`)
    .header('x-content-type-options', 'nosniff')
    .header('cache-control', 'no-store');
}

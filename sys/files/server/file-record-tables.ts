import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { file } from '../file.ts';

/** Files attached to records. */
export const fileRecordTables = {
  sys_file: declaredTable(file, { fileName: 'text', fileType: 'text', fileSize: 'int8', fileSource: 'text', sysUploadId: 'uuid' }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof fileRecordTables> {}
}

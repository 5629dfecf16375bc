import type { TableSpec, TablesOf } from '../platform/database/table-spec.ts';

/** Uploads, their parts, links to files, and storage objects waiting to be removed. */
export const fileTables = {
  sys_upload: {
    id: 'uuid',
    sysUserId: 'uuid',
    fileName: 'text',
    fileType: 'text',
    totalChunks: 'int4',
    otcId: 'text?',
    otcType: 'text?',
    fileSource: 'text',
    fileAlias: 'text?',
    requestKey: 'bytea?',
    createTime: 'timestamptz=',
    touchTime: 'timestamptz=',
    finishTime: 'timestamptz?',
    sysFileId: 'uuid?',
    fileSize: 'int8?',
    fileHash: 'bytea?',
    width: 'int4?',
    height: 'int4?',
    thumbnailKey: 'text?',
  },
  sys_upload_part: { sysUploadId: 'uuid', idx: 'int4', partSize: 'int8', partHash: 'bytea', storageKey: 'text' },
  sys_file_link: { tokenHash: 'bytea', sysFileId: 'uuid', sysSessionId: 'uuid', fetches: 'int4=', expireTime: 'timestamptz' },
  sys_storage_trash: { storageKey: 'text', dueTime: 'timestamptz=', isClearing: 'bool=' },
} as const satisfies Record<string, TableSpec>;

declare module '../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof fileTables> {}
}

import { ofEvery, type TableSpec, type TablesOf } from '../../platform/database/table-spec.ts';

/** The tables of sessions, failed sign-ins and known clients. */
export const sessionTables = {
  sys_session: {
    ...ofEvery,
    tokenHash: 'bytea',
    secretKey: 'bytea',
    secretSealed: 'bool=',
    sysUserId: 'uuid',
    userAccount: 'text',
    loginIp: 'text?',
    loginBrowser: 'text?',
    loginOs: 'text?',
    loginTime: 'timestamptz=',
    lastSeenTime: 'timestamptz=',
    endTime: 'timestamptz?',
    endReason: 'text?',
    lockTime: 'timestamptz?',
    previewOf: 'uuid?',
    previewRoleId: 'uuid?',
    signedInBy: 'jsonb?',
    passwordTime: 'timestamptz?',
    closedTime: 'timestamptz?',
  },
  sys_login_failure: {
    key: 'text',
    failures: 'int4',
    windowStart: 'timestamptz=',
    lockedUntil: 'timestamptz?',
    refused: 'int4=',
    refusedIp: 'text?',
    lineTime: 'timestamptz?',
    noticeTime: 'timestamptz?',
    countedAttempt: 'uuid?',
  },
  sys_known_client: { sysUserId: 'uuid', client: 'text', seenTime: 'timestamptz=' },
  sys_password_history: { sysUserId: 'uuid', number: 'int4', passwordHash: 'text' },
} as const satisfies Record<string, TableSpec>;

declare module '../../platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof sessionTables> {}
}

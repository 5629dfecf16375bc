import { dept } from '@back-office/contract/resources/dept.ts';
import { dict } from '@back-office/contract/resources/dict.ts';
import { district } from '@back-office/contract/resources/district.ts';
import { file } from '@back-office/contract/resources/file.ts';
import { sysFunction } from '@back-office/contract/resources/function.ts';
import { logLogin } from '@back-office/contract/resources/log-login.ts';
import { logOpt } from '@back-office/contract/resources/log-opt.ts';
import { msg } from '@back-office/contract/resources/msg.ts';
import { org } from '@back-office/contract/resources/org.ts';
import { recycle } from '@back-office/contract/resources/recycle.ts';
import { role } from '@back-office/contract/resources/role.ts';
import { session } from '@back-office/contract/resources/session.ts';
import { sms } from '@back-office/contract/resources/sms.ts';
import { smsTemplate } from '@back-office/contract/resources/sms-template.ts';
import { user } from '@back-office/contract/resources/user.ts';
import { declaredTable, type TableSpec, type TablesOf } from '../database/table-spec.ts';

/** By which a record is found where people pick one; null until somebody wrote it. */
const pinyin = { labelPinyin: 'text?' } as const;

/** The tables of the declared resources, and those of pairs between them. */
export const resourceTables = {
  sys_user: declaredTable(user, {
    ...pinyin,
    userPassword: 'text',
    passwordOnce: 'bool=',
    passwordGiven: 'bool=',
    passwordTime: 'timestamptz=',
  }),
  sys_user_role: { ownerId: 'uuid', targetId: 'uuid' },
  sys_role: declaredTable(role, pinyin),
  sys_role_org: { ownerId: 'uuid', targetId: 'uuid' },
  sys_role_function: { sysRoleId: 'uuid', sysFunctionId: 'uuid', functionPermission: 'text=' },
  sys_function: declaredTable(sysFunction, pinyin),
  sys_org: declaredTable(org, pinyin),
  sys_dept: declaredTable(dept, pinyin),
  sys_district: declaredTable(district, pinyin),
  sys_dict: declaredTable(dict, pinyin),
  sys_msg: declaredTable(msg, { ...pinyin, announceTime: 'timestamptz?', remindTime: 'timestamptz?' }),
  sys_sms: declaredTable(sms, {
    ...pinyin,
    smsStatus: 'text=',
    runTime: 'timestamptz=',
    attempts: 'int4=',
    claimToken: 'uuid?',
    claimTime: 'timestamptz?',
    claimUntil: 'timestamptz?',
  }),
  sys_sms_template: declaredTable(smsTemplate, pinyin),
  sys_file: declaredTable(file, { fileName: 'text', fileType: 'text', fileSize: 'int8', fileSource: 'text', sysUploadId: 'uuid' }),
  sys_log_login: declaredTable(logLogin, { loginTime: 'timestamptz=' }),
  sys_log_opt: declaredTable(logOpt, { optTime: 'timestamptz=', targetResource: 'text?', targetId: 'uuid?' }),
  sys_recycle: declaredTable(recycle, {
    recycleName: 'text',
    recycleModule: 'text',
    recycleFields: 'jsonb=',
    deleteTime: 'timestamptz=',
    expireTime: 'timestamptz',
    targetResource: 'text',
    targetId: 'uuid',
    scopeOrg: 'uuid?',
    scopePerson: 'uuid?',
    content: 'jsonb',
  }),
  // A view of the sessions that go on.
  sys_online: declaredTable(session, {
    sysUserId: 'uuid',
    userAccount: 'text',
    loginTime: 'timestamptz=',
    lastSeenTime: 'timestamptz=',
    tabCount: 'int4',
    tokenHash: 'bytea',
    secretKey: 'bytea',
    endTime: 'timestamptz?',
    endReason: 'text?',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '../database/tables.ts' {
  interface Tables extends TablesOf<typeof resourceTables> {}
}

import { bot } from '../../bots/bot.ts';
import { botPost } from '../../bots/bot-post.ts';
import { dept } from '../../depts/dept.ts';
import { dict } from '../../dictionaries/dict.ts';
import { directory } from '../../directories/directory.ts';
import { district } from '../../districts/district.ts';
import { file } from '../../files/file.ts';
import { sysFunction } from '../../functions/function.ts';
import { claimRule } from '../../oidc/claim-rule.ts';
import { linkedAccount } from '../../linked-accounts/linked-account.ts';
import { logLogin } from '../../logs/log-login.ts';
import { logOpt } from '../../logs/log-opt.ts';
import { mail } from '../../mail/mail.ts';
import { msg } from '../../notices/msg.ts';
import { org } from '../../orgs/org.ts';
import { recycle } from '../../recycle-bin/recycle.ts';
import { role } from '../../roles/role.ts';
import { session } from '../../sessions/session.ts';
import { sms } from '../../sms/sms.ts';
import { smsTemplate } from '../../sms/sms-template.ts';
import { passkey } from '../../passkeys/passkey.ts';
import { token } from '../../tokens/token.ts';
import { user } from '../../users/user.ts';
import { webhook } from '../../webhooks/webhook.ts';
import { webhookDelivery } from '../../webhooks/webhook-delivery.ts';
import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';

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
  sys_role: declaredTable(role, { ...pinyin, roleWatermark: 'text=' }),
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
  sys_mail: declaredTable(mail, {
    mailTo: 'text',
    mailTopic: 'text',
    mailSubject: 'text',
    mailContent: 'text',
    mailStatus: 'text=',
    mailAttempts: 'int4=',
    messageId: 'text?',
    runTime: 'timestamptz=',
    expireTime: 'timestamptz?',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
    secret: 'bytea?',
    sourceId: 'uuid?',
  }),
  sys_passkey: declaredTable(passkey, {
    credentialId: 'bytea',
    publicKey: 'bytea',
    counter: 'int8=',
    transports: 'text[]=',
  }),
  sys_token: declaredTable(token, { ...pinyin, tokenHash: 'bytea?' }),
  sys_webhook: declaredTable(webhook, { ...pinyin, secret: 'bytea?', failures: 'int4=', restUntil: 'timestamptz=' }),
  sys_webhook_delivery: declaredTable(webhookDelivery, {
    eventName: 'text',
    place: 'timestamptz=',
    sysWebhookId: 'uuid',
    targetId: 'text',
    deliveryStatus: 'text=',
    attempts: 'int4=',
    nextTime: 'timestamptz?',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
  }),
  sys_bot: declaredTable(bot, { ...pinyin, tellNotices: 'yesNo=', tellJobs: 'yesNo=' }),
  sys_bot_post: declaredTable(botPost, {
    sysBotId: 'uuid',
    postTopic: 'text',
    postText: 'text',
    postStatus: 'text=',
    postAttempts: 'int4=',
    sourceId: 'uuid?',
    runTime: 'timestamptz=',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
  }),
  sys_claim_rule: declaredTable(claimRule, pinyin),
  sys_linked_account: declaredTable(linkedAccount, pinyin),
  sys_directory: declaredTable(directory, { ...pinyin, runningUntil: 'timestamptz?' }),
  sys_directory_entry: { sysDirectoryId: 'uuid', entryKind: 'text', entryKey: 'text', recordId: 'uuid', isDisabled: 'bool=' },
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

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof resourceTables> {}
}

import type { KnownSetting, SettingInput } from './known-setting.ts';

const days = (min: number): SettingInput => ({ kind: 'number', min, max: 3650, unit: '天' });

/** How many and how long: what a house may want otherwise. */
export const knownLimits: readonly KnownSetting[] = [
  {
    name: 'UPLOAD_CHUNK_MB',
    title: '上传分片大小',
    group: '文件',
    about: '上传大文件时每片最大的大小；浏览器按网速选用不超过它的值。反向代理限制了请求大小时，应比那个限制小。',
    input: { kind: 'number', min: 1, max: 100, unit: 'MB' },
    trial: '测试文件存储',
  },
  {
    name: 'RECYCLE_DAYS',
    title: '回收站保留',
    group: '保留',
    about: '删除的记录多少天内可以恢复；已经在回收站里的，一小时内也按新的天数计算，改短后超过的会清空。',
    input: days(1),
  },
  { name: 'IMPORT_DAYS', title: '导入可撤销', group: '保留', about: '导入的数据多少天内可以整批撤销。', input: days(1) },
  {
    name: 'MAIL_DAYS',
    title: '邮件和群消息保留',
    group: '保留',
    about: '已发送或失败的邮件和群消息，在列表中保留多少天。',
    input: days(1),
  },
  { name: 'WEBHOOK_DAYS', title: '推送记录保留', group: '保留', about: '已送达或失败的推送，在列表中保留多少天。', input: days(7) },
  {
    name: 'BACKUP_KEEP',
    title: '备份保留',
    group: '保留',
    about: '定时备份保留最新的多少份，更早的在下一次备份后删除。没有设置备份存放处时不起作用。',
    input: { kind: 'number', min: 1, max: 1000, unit: '份' },
    trial: '测试备份存放处',
  },
  {
    name: 'LOGIN_FAILURES',
    title: '密码错误锁定',
    group: '登录',
    about: '同一账号从同一网络或浏览器连续输错多少次密码后暂时锁定。',
    input: { kind: 'number', min: 3, max: 5, unit: '次' },
  },
  {
    name: 'RESET_REQUESTS_PER_HOUR',
    title: '重置密码申请上限',
    group: '密码',
    about: '同一账号从同一网络每小时最多申请多少次以邮件重置密码。',
    input: { kind: 'number', min: 1, max: 20, unit: '次' },
  },
  {
    name: 'RESET_LINKS_PER_HOUR',
    title: '重置密码邮件上限',
    group: '密码',
    about: '同一账号每小时最多收到多少封重置密码的邮件。',
    input: { kind: 'number', min: 1, max: 20, unit: '封' },
  },
  {
    name: 'RESET_MINUTES',
    title: '重置密码链接有效期',
    group: '密码',
    about: '邮件中的链接多少分钟内可以使用；已经发出的链接也按新的时间计算。',
    input: { kind: 'number', min: 5, max: 60, unit: '分钟' },
  },
  {
    name: 'MAIL_CODES_PER_HOUR',
    title: '邮箱验证码上限',
    group: '邮件和短信',
    about: '每人每小时最多获取多少次验证邮箱的验证码。',
    input: { kind: 'number', min: 1, max: 20, unit: '次' },
  },
  {
    name: 'SMS_DAILY_PER_NUMBER',
    title: '每个号码的短信上限',
    group: '邮件和短信',
    about: '每个手机号每天最多收到多少条短信。',
    input: { kind: 'number', min: 1, max: 1_000_000, unit: '条' },
  },
  {
    name: 'SMS_DAILY_PER_USER',
    title: '每人的短信上限',
    group: '邮件和短信',
    about: '每人每天最多发送多少条短信。',
    input: { kind: 'number', min: 1, max: 1_000_000, unit: '条' },
  },
];

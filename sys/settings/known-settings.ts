import { knownLimits } from './known-limits.ts';
import type { KnownSetting, SettingInput } from './known-setting.ts';
import { mailTemplates } from './mail-templates.ts';
import type { MessageTemplate } from './message-template.ts';
import { postTemplates } from './post-templates.ts';

const onOff = (on: string, off: string): SettingInput => ({
  kind: 'choice',
  options: [
    ['on', on],
    ['off', off],
  ],
});
const logDays: SettingInput = { kind: 'number', min: 0, max: 36_500, unit: '天', zero: '永久' };

/** Those that have a variable; how to write each is the same as in the environment. */
const unordered: readonly KnownSetting[] = [
  {
    name: 'APP_TITLE',
    title: '系统名称',
    group: '外观',
    about: '显示在登录页、标题栏和浏览器标签上；已打开的页面刷新后生效。',
    input: { kind: 'text', max: 50 },
  },
  {
    name: 'WATERMARK',
    title: '页面水印',
    group: '外观',
    about: '在页面、预览和打印上显示姓名、账号和时间。“按角色”时，只对开启了水印的角色显示。',
    input: onOff('全部人员', '按角色'),
  },
  {
    name: 'SESSION_HOURS',
    title: '无操作退出',
    group: '登录',
    about: '多久没有操作后需要重新登录。对已登录的人立即生效。',
    input: { kind: 'number', min: 0.1, max: 720, unit: '小时', fraction: true },
  },
  {
    name: 'SESSION_MAX_HOURS',
    title: '最长登录时间',
    group: '登录',
    about: '登录多久后必须重新登录，无论是否有操作。',
    input: { kind: 'number', min: 0.1, max: 8760, unit: '小时', zero: '不限', fraction: true },
  },
  {
    name: 'SINGLE_SIGN_ON',
    title: '同时登录',
    group: '登录',
    about: '同一账号在别处登录时，是否退出原来的登录。',
    input: onOff('只保留最新的登录', '允许多处登录'),
  },
  {
    name: 'LOCK_MINUTES',
    title: '自动锁屏',
    group: '登录',
    about: '多少分钟没有操作后锁屏；已打开的页面刷新后生效。',
    input: { kind: 'number', min: 0, max: 1440, unit: '分钟', zero: '不锁屏' },
  },
  {
    name: 'REGISTRATION',
    title: '自助注册',
    group: '登录',
    about: '没有账号的人能否在登录页申请账号；登录页刷新后生效。',
    input: {
      kind: 'choice',
      options: [
        ['off', '不开放'],
        ['approval', '申请后由管理员通过'],
        ['open', '注册后直接可用'],
      ],
    },
  },
  {
    name: 'PASSWORD_CHANGE',
    title: '管理员设置的密码',
    group: '密码',
    about: '管理员新建账号或重置密码后，本人登录时是否必须修改。一次性密码总是要修改。',
    input: {
      kind: 'choice',
      options: [
        ['once', '只有一次性密码要修改'],
        ['always', '都要修改'],
      ],
    },
  },
  {
    name: 'PASSWORD_DAYS',
    title: '密码有效期',
    group: '密码',
    about: '密码用满多少天后，登录时必须修改。',
    input: { kind: 'number', min: 0, max: 3650, unit: '天', zero: '不过期' },
  },
  {
    name: 'TWO_STEP',
    title: '两步验证',
    group: '密码',
    about: '“必须启用”时，没有启用的人登录后要先启用才能使用。',
    input: {
      kind: 'choice',
      options: [
        ['optional', '由本人决定'],
        ['required', '必须启用'],
      ],
    },
  },
  {
    name: 'LOG_LOGIN_DAYS',
    title: '登录日志保留',
    group: '日志',
    about: '按月清理：整月都超过后，在一小时内清理。',
    input: logDays,
  },
  {
    name: 'LOG_OPERATION_DAYS',
    title: '操作日志保留',
    group: '日志',
    about: '按月清理：整月都超过后，在一小时内清理。',
    input: logDays,
  },
  {
    name: 'KEY_CALLS_PER_MINUTE',
    title: '密钥调用上限',
    group: '接口',
    about: '每个接口密钥在每台服务器上每分钟最多调用的次数。',
    input: { kind: 'number', min: 0, max: 1_000_000, unit: '次', zero: '不限' },
  },
  {
    name: 'ASSISTANTS',
    title: '助手',
    group: '接口',
    about: '助手程序能否用接口密钥读取数据（MCP）。',
    input: onOff('启用', '停用'),
  },
  ...knownLimits,
];

/** In the order of the page: group by group, each where it is first named. */
export const knownSettings: readonly KnownSetting[] = [...Map.groupBy(unordered, ({ group }) => group).values()].flat();

const messagesOf = (group: string, templates: Readonly<Record<string, MessageTemplate>>): KnownSetting[] =>
  Object.values(templates).map((template) => {
    const { name, title, about } = template;
    // The end of a mail comes with each of the others.
    const trial = template.subject === undefined ? {} : { trial: '发一封给自己' };
    return { name, title, group, about, input: { kind: 'message', template }, ...trial };
  });

/** The words of what the product sends, which no variable of the environment says. */
const messageSettings: readonly KnownSetting[] = [...messagesOf('邮件模板', mailTemplates), ...messagesOf('群消息模板', postTemplates)];

/** All that may be changed on the page, in its order. */
export const allSettings: readonly KnownSetting[] = [...knownSettings, ...messageSettings];

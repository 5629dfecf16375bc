import type { MessageTemplate } from './message-template.ts';

/** What bots post in groups, by topic; the services take plain text of at most 600 characters. */
export const postTemplates = {
  notice: {
    name: 'post.notice',
    title: '通知公告的群消息',
    about: '发给全员的通知公告，由群机器人发到群里；超过 600 字的部分截去。',
    variables: [
      { name: 'msgTitle', title: '标题', sample: '国庆放假安排', required: true },
      { name: 'msgText', title: '正文', sample: '十月一日至七日放假，八日正常上班。' },
    ],
    content: '${msgTitle}\n\n${msgText}',
  },
  job: {
    name: 'post.job',
    title: '失败任务的群消息',
    about: '后台任务多次重试后仍然失败时，由群机器人发到群里。',
    variables: [{ name: 'jobTitles', title: '任务，以顿号分隔', sample: '清理日志、发送邮件', required: true }],
    content: '后台任务失败：${jobTitles}\n原因见 系统管理 › 执行记录，处理后可在那里重试。',
  },
  approval: {
    name: 'post.approval',
    title: '待审核注册的群消息',
    about: '有人注册后等待审核时，由群机器人发到群里，最多每小时一条。',
    variables: [{ name: 'count', title: '等待审核的账号数', sample: '3' }],
    content: '有${count}个注册的账号等待审核\n请到 系统管理 › 用户 审核。',
  },
} as const satisfies Readonly<Record<string, MessageTemplate>>;

import type { MessageTemplate } from './message-template.ts';

const userName = { name: 'userName', title: '收件人姓名', sample: '张三' } as const;
const userAccount = { name: 'userAccount', title: '收件人账号', sample: 'zhangsan' } as const;
const title = { name: 'title', title: '系统名称', sample: '管理后台' } as const;
const ip = { name: 'ip', title: 'IP 地址', sample: '203.0.113.7' } as const;
const time = { name: 'time', title: '时间', sample: '2026-03-02 09:15:00' } as const;
const minutes = { name: 'minutes', title: '有效的分钟数', sample: '15' } as const;
const browser = { name: 'browser', title: '浏览器和系统', sample: 'Chrome 150，Windows' } as const;

/** The mails that the product writes. */
export const mailTemplates = {
  notice: {
    name: 'mail.notice',
    title: '通知公告的邮件',
    about: '发给在个人中心选择了以邮件接收通知公告的人。',
    variables: [
      { name: 'msgTitle', title: '标题', sample: '国庆放假安排', required: true },
      { name: 'msgText', title: '正文，最多 2,000 字', sample: '十月一日至七日放假，八日正常上班。' },
    ],
    subject: '${msgTitle}',
    content: '${msgTitle}\n\n${msgText}\n\n请登录系统查看全文。不想再收到这样的邮件，可以在个人中心的“消息提醒”中关闭。',
  },
  job: {
    name: 'mail.job',
    title: '失败任务的邮件',
    about: '后台任务多次重试后仍然失败时，发给选择了这种提醒的人。',
    variables: [
      { name: 'jobTitles', title: '任务，以顿号分隔', sample: '清理日志、发送邮件' },
      { name: 'jobLines', title: '任务，每行一个', sample: '· 清理日志\n· 发送邮件', required: true },
    ],
    subject: '后台任务失败：${jobTitles}',
    content: '以下任务多次重试后仍然失败：\n\n${jobLines}\n\n原因见 系统管理 › 执行记录，处理后可在那里重试。',
  },
  approval: {
    name: 'mail.approval',
    title: '待审核注册的邮件',
    about: '有人注册后等待审核时，发给可以审核并选择了这种提醒的人，最多每小时一封。',
    variables: [{ name: 'count', title: '等待审核的账号数', sample: '3' }],
    subject: '有${count}个注册的账号等待审核',
    content: '有${count}个注册的账号等待审核\n\n请登录系统，到 系统管理 › 用户 审核。',
  },
  signIn: {
    name: 'mail.sign-in',
    title: '新设备登录的邮件',
    about: '账号从 90 天内没有用过的浏览器或网络登录时，发给本人。',
    variables: [
      userName,
      userAccount,
      { name: 'place', title: '新的浏览器、新的网络', sample: '新的浏览器和新的网络' },
      time,
      { ...ip, required: true },
      browser,
    ],
    subject: '您的账号从新的地方登录',
    content: [
      '${userName}，您好：',
      '',
      '您的账号 ${userAccount} 刚刚从${place}登录。',
      '',
      '时间：${time}',
      'IP 地址：${ip}',
      '浏览器：${browser}',
      '',
      '如果是您本人，不需要做什么。',
      '如果不是，请立即登录个人中心：在“安全设置”中修改密码并启用两步验证，在“登录设备”中下线不认识的设备，并告知管理员。',
    ].join('\n'),
  },
  confirm: {
    name: 'mail.confirm',
    title: '验证邮箱的邮件',
    about: '本人在个人中心验证邮箱时，发往要验证的地址。',
    variables: [title, userName, { name: 'code', title: '验证码', sample: '402781', required: true, secret: true }, minutes],
    subject: '${title}：验证您的邮箱',
    content:
      '${userName}，您好：\n\n验证码是 ${code}，${minutes} 分钟内有效。请在个人中心的“消息提醒”中填写，不要告诉任何人。\n\n如果您没有要求验证邮箱，请忽略这封邮件。',
  },
  address: {
    name: 'mail.address',
    title: '邮箱已更换的邮件',
    about: '用户资料中的邮箱不再是本人验证过的那个时，发往原来的地址。',
    variables: [userName, userAccount, { name: 'by', title: '由谁更换', sample: '账号 admin ' }, ip],
    subject: '您的邮箱已更换',
    content: [
      '${userName}，您好：',
      '',
      '您的账号 ${userAccount} 的邮箱刚刚由${by}更换（IP ${ip}），系统的邮件不再发往这个地址。新的邮箱经本人验证之后，才能用来重置密码。',
      '',
      '如果您知情，不需要做什么。',
      '如果不知情，请立即告知管理员，并登录个人中心：改回邮箱，修改密码，在“登录设备”中下线不认识的设备。',
    ].join('\n'),
  },
  reset: {
    name: 'mail.reset',
    title: '重置密码的邮件',
    about: '有人在登录页申请重置密码时，发给账号的主人；里面的链接只能使用一次。',
    variables: [
      title,
      userName,
      userAccount,
      { name: 'link', title: '设置新密码的链接', sample: 'https://office.example.com/login?reset#…', required: true, secret: true },
      { ...minutes, sample: '30' },
      time,
      ip,
      browser,
    ],
    subject: '${title}：重置密码',
    content:
      '${userName}，您好：\n\n有人为您的账号 ${userAccount} 申请重置密码（${time}，IP ${ip}，${browser}）。请在 ${minutes} 分钟内打开下面的链接，设置新密码；链接只能使用一次：\n\n${link}\n\n如果不是您本人申请，请忽略这封邮件，您的密码不会改变。不要把链接转给任何人。',
  },
  resetDone: {
    name: 'mail.reset-done',
    title: '密码已重置的邮件',
    about: '密码用邮件中的链接重置之后，发给账号的主人。',
    variables: [title, userName, userAccount, ip],
    subject: '${title}：密码已重置',
    content:
      '${userName}，您好：\n\n您的账号 ${userAccount} 的密码刚刚用邮件中的链接重置（IP ${ip}），所有设备已退出登录。\n\n如果不是您本人，请立即联系管理员，并检查您的邮箱是否被他人使用。',
  },
  test: {
    name: 'mail.test',
    title: '测试邮件',
    about: '在邮件列表或参数设置中发给自己，看邮件服务器是否已经设置好。',
    variables: [title, userName],
    subject: '${title}：测试邮件',
    content: '${userName}，您好：\n\n收到这封邮件，说明邮件服务器已经设置好了。',
  },
  end: {
    name: 'mail.end',
    title: '邮件的结尾',
    about: '写在每封邮件的最后，例如单位名称和联系电话。已经排队、尚未发出的邮件也按新的结尾发送。',
    variables: [title, { name: 'address', title: '系统的网址，没有设置 PUBLIC_URL 时为空', sample: 'https://office.example.com' }],
    content: '——\n${title}\n${address}\n这是系统自动发出的邮件，请不要回复。',
  },
} as const satisfies Readonly<Record<string, MessageTemplate>>;

/** One of them that stands by itself, with a subject. */
export type MailTemplateKey = Exclude<keyof typeof mailTemplates, 'end'>;

/** What a mail is about, as the list shows it. */
export const mailTopics = {
  notice: '通知公告',
  job: '失败的任务',
  approval: '待审核的注册',
  signIn: '新设备登录',
  confirm: '验证邮箱',
  address: '邮箱已更换',
  reset: '重置密码',
  test: '测试',
} as const;

/**
 * What people choose to get by mail, by the key among what they chose; of a new place they hear unless they said no. It goes to an
 * address that they confirmed, and to no other.
 */
export const mailChoices = {
  notice: { key: 'mail.notices', unasked: false },
  job: { key: 'mail.jobs', unasked: false },
  approval: { key: 'mail.approvals', unasked: false },
  signIn: { key: 'mail.sign-in', unasked: true },
} as const satisfies Partial<Record<keyof typeof mailTopics, { key: string; unasked: boolean }>>;

/** `data` of GET sys/user/mail-address. */
export interface MailAddress {
  /** The address of the person's record. */
  readonly address: string | null;
  /** They have shown that it is theirs. */
  readonly isConfirmed: boolean;
  /** They may see jobs, and approve registrations: in local mode a browser does not know (docs/spec.md 6). */
  readonly seesJobs: boolean;
  readonly approves: boolean;
}

/** Minutes for which a code is good, digits that it has, and wrong ones that end it. */
export const mailCode = { minutes: 15, digits: 6, failures: 5 } as const;

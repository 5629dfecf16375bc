/** What a mail is about, as the list shows it. */
export const mailTopics = {
  notice: '通知公告',
  job: '失败的任务',
  signIn: '新设备登录',
  confirm: '验证邮箱',
  reset: '重置密码',
  test: '测试',
} as const;

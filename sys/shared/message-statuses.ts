/** What became of a mail or of a message to a group (dictionary `mail_status`); `left` is what nobody was to have any more, which is no failure. */
export const messageStatuses = { waiting: '待发送', sent: '已发送', failed: '失败', left: '未发送' } as const;

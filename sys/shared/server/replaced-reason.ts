/** Why the former text of a notice is not sent any more. */
export const replacedReason = '通知已修改，改发新的内容';

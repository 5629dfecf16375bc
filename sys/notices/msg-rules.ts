import type { Rules } from '@back-office/contract/resource/rules.ts';
import { msgScopes, msgStatuses } from './msg.ts';
import { isSending } from './notice-pictures.ts';

/** A published notice says whom it is for, and expires after it is published; none is saved before its pictures are there. */
export const msgRules: Rules = {
  noticeTargets: ({ msgScope, msgStatus, targetIds }) =>
    msgStatus === msgStatuses.published && msgScope !== msgScopes.everyone && (!Array.isArray(targetIds) || targetIds.length === 0)
      ? [{ field: 'targetIds', message: '发布前请选择接收对象' }]
      : [],
  noticeExpiry: ({ publishTime, expireTime }) =>
    typeof publishTime === 'string' && typeof expireTime === 'string' && expireTime < publishTime
      ? [{ field: 'expireTime', message: '失效时间不能早于发布时间' }]
      : [],
  noticePictures: ({ msgContent }) =>
    typeof msgContent === 'string' && isSending(msgContent) ? [{ field: 'msgContent', message: '正文中的图片还在上传，请稍候再保存' }] : [],
};

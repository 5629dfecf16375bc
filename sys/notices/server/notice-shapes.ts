import { type CallShape, idShape, pageQuery, exactShape, timeShape, wholeShape } from '@back-office/contract/calls/call-shape.ts';
import { isDatetime } from '@back-office/contract/resource/is-datetime.ts';
import { z } from 'zod';
import type { NoticeAnswer, NoticeCounts, NoticeList, NoticeReader, NoticeReaders, NoticeRecord } from '../own-notices.ts';

const flag = z.enum(['是', '否']);
const counts = { unread: z.int(), unconfirmed: z.int() };
const fields = {
  id: idShape,
  version: z.int(),
  msgTitle: z.string(),
  msgContent: z.string().describe('HTML'),
  msgType: z.string().nullable(),
  msgLevel: z.string().nullable(),
  msgScope: z.string(),
  msgStatus: z.string(),
  needConfirm: flag,
  publishTime: timeShape,
  expireTime: timeShape.nullable(),
  publishUser: z.string().nullable(),
  publishUserLabel: z.string().nullable(),
  isRead: flag,
  readTime: timeShape.nullable(),
  confirmTime: timeShape.nullable(),
  remindTime: timeShape.nullable(),
  createTime: timeShape,
  createUser: z.string().nullable(),
  updateTime: timeShape,
  updateUser: z.string().nullable(),
};
const answer = exactShape<NoticeAnswer>({ ...fields, ...counts });
const reader = exactShape<NoticeReader>({
  id: idShape,
  userAccount: z.string(),
  userName: z.string(),
  sysOrgIdLabel: z.string().nullable(),
  isRead: flag,
  readTime: timeShape.nullable(),
  confirmTime: timeShape.nullable(),
});

/** Request and response schemas of the notices' calls outside the generic pattern. */
export const noticeShapes = {
  list: {
    query: pageQuery.extend({ only: z.enum(['unread', 'unconfirmed'], 'only 只能是 unread 或 unconfirmed').optional() }),
    data: exactShape<NoticeList>({ items: z.array(exactShape<NoticeRecord>(fields)), total: z.int(), ...counts }),
  },
  markAll: {
    query: z.object({
      until: z
        .string()
        .refine(isDatetime, 'until 应为有效的时间，例如 2026-01-31 08:00:00')
        .meta({ examples: ['2026-12-31 18:00:00'] })
        .optional()
        .describe('只标记到这一刻为止发布的；不带则全部'),
    }),
    data: exactShape<NoticeCounts>(counts),
  },
  read: { data: answer },
  confirm: {
    query: z.object({
      version: wholeShape('version', 1, 2_147_483_647).optional().describe('读到的版本；通知已被修改时不确认，答复 40900 和现在的内容'),
    }),
    data: answer,
  },
  readers: {
    query: pageQuery.extend({
      state: z.enum(['unread', 'read', 'unconfirmed', 'confirmed'], 'state 只能是 unread、read、unconfirmed 或 confirmed').optional(),
    }),
    data: exactShape<NoticeReaders>({ items: z.array(reader), total: z.int(), addressed: z.int(), read: z.int(), confirmed: z.int() }),
  },
  remind: { data: z.object({ reminded: z.int() }) },
} satisfies Record<string, CallShape>;

import { declaredTable, type TableSpec, type TablesOf } from '@back-office/server/platform/database/table-spec.ts';
import { bot } from '../bot.ts';
import { botPost } from '../bot-post.ts';

/** Bots, and their messages. */
export const botTables = {
  sys_bot: declaredTable(bot, { labelPinyin: 'text?', tellNotices: 'yesNo=', tellJobs: 'yesNo=' }),
  sys_bot_post: declaredTable(botPost, {
    sysBotId: 'uuid',
    postTopic: 'text',
    postText: 'text',
    postStatus: 'text=',
    postAttempts: 'int4=',
    sourceId: 'uuid?',
    runTime: 'timestamptz=',
    claimToken: 'uuid?',
    claimUntil: 'timestamptz?',
  }),
} as const satisfies Record<string, TableSpec>;

declare module '@back-office/server/platform/database/tables.ts' {
  interface Tables extends TablesOf<typeof botTables> {}
}

import type { Feature } from '@back-office/contract/office/feature.ts';
import { bot } from './bot.ts';
import { botPost } from './bot-post.ts';

/** Telling groups of people by bots. */
export const botsFeature: Feature = {
  name: 'bots',
  resources: [bot, botPost],
  menu: [
    { resource: 'sys/bot', group: '/sys', order: 70, title: '群机器人', icon: 'robot' },
    { resource: 'sys/bot-post', group: '/sys', order: 71, title: '群消息', icon: 'comment' },
  ],
};

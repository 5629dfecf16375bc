import type { Feature } from '@back-office/contract/office/feature.ts';
import { file } from './file.ts';

/** The page of all files; uploading itself is the engine's. */
export const filesFeature: Feature = {
  name: 'files',
  resources: [file],
  menu: [{ resource: 'sys/file', group: '/sys', order: 50, title: '文件管理', icon: 'file' }],
};

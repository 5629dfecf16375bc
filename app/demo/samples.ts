import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Files of every kind that the preview shows, by realistic names. */
export const samples = {
  '年度预算说明.docx': 'doc.docx',
  '年度预算说明（签章版）.pdf': 'doc.pdf',
  '差旅费管理办法（2019 旧版）.doc': 'doc.doc',
  '季度工作汇报.pptx': 'deck.pptx',
  '办公用品采购明细.xlsx': 'sheet.xlsx',
  '新员工名册（导入用）.xls': 'people.xls',
  '苏州第一工厂平面图.png': 'plan.png',
  'LS-3051 新品主视觉.jpg': 'product.jpg',
  '访客证样式.jpeg': 'badge.jpeg',
  '产品演示.mp4': 'clip.mp4',
  '会议提示音.mp3': 'tone.mp3',
  '车间噪声采样.wav': 'noise.wav',
} as const;

/** Reads one of them. */
export const readSample = (name: keyof typeof samples): Promise<Buffer> => readFile(join(import.meta.dirname, 'files', samples[name]));

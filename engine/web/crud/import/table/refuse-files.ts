import { sheetLimits } from '../../../platform/sheet/sheet-limits.ts';
import { isTemplateFile } from './is-template-file.ts';

/** The messages of docs/spec.md 5 and 8 for a sheet that cannot be imported. */
export const importTexts = {
  format: `文件格式只支持 ${sheetLimits.types.map((type) => `.${type}`).join('、')}`,
  size: `文件大小不能超过${sheetLimits.bytes / 1024 / 1024}M！`,
  count: '文件超出限制！',
  template: '无效模版！',
  data: '无效数据！',
} as const;

/** Why the chosen files are refused before reading, in the spec's words; undefined for a single acceptable file. */
export function refuseFiles(files: readonly Pick<File, 'name' | 'size'>[], template: string): string | undefined {
  const [file, ...others] = files;
  if (file === undefined) return undefined;
  if (others.length > 0) return importTexts.count;
  if (!/\.xlsx?$/i.test(file.name.normalize('NFKC'))) return importTexts.format;
  if (file.size > sheetLimits.bytes) return importTexts.size;
  return isTemplateFile(file.name, template) ? undefined : importTexts.template;
}

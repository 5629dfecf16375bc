import { expect, test } from 'vitest';
import { isTemplateFile } from './is-template-file.ts';

test.each([
  '用户导入模板.xlsx',
  '用户导入模板.xls',
  '用户导入模板.XLSX',
  '用户导入模板 (1).xlsx',
  '用户导入模板（2）.xlsx',
  '用户导入模板(12).xls',
  '用户导入模板 - 副本.xlsx',
  '用户导入模板 - 副本 (3).xlsx',
  '用户导入模板 - 副本 2.xlsx',
  '用户导入模板-20261121.xlsx',
  '用户导入模板 2026-11-21.xlsx',
  '用户导入模板_2026年1月3日.xlsx',
  '用户导入模板20261121 1530.xlsx',
  '用户导入模板-错误数据 (1).xlsx',
  '用户导入模板-错误数据-2026-11-21.xlsx',
  ' 用户导入模板.xlsx',
])('%s is recognised as the template', (name) => {
  expect(isTemplateFile(name, '用户导入模板')).toBe(true);
});

test.each([
  '部门导入模板.xlsx',
  '用户导入模板2.xlsx',
  '用户导入模板-新.xlsx',
  '我的用户导入模板.xlsx',
  '用户导入模板.xlsx.xlsx',
  '用户导入.xlsx',
  '.xlsx',
  '',
])('%s is not recognised as the template', (name) => {
  expect(isTemplateFile(name, '用户导入模板')).toBe(false);
});

test('case and width of letters are ignored', () => {
  expect(isTemplateFile('ｕｓｅｒ template.xlsx', 'User Template')).toBe(true);
});

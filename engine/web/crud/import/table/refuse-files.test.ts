import { expect, test } from 'vitest';
import { refuseFiles } from './refuse-files.ts';

const megabytes = 1024 * 1024;
const refusal = (name: string, size = 1000): string | undefined => refuseFiles([{ name, size }], '用户导入模板');

test.each(['用户导入模板.csv', '用户导入模板.xlsm', '用户导入模板.xlsx.exe', '用户导入模板', 'xlsx'])(
  '%s is refused for its format',
  (name) => {
    expect(refusal(name)).toBe('文件格式只支持 .xls、.xlsx');
  },
);

test('ten megabytes are accepted, one byte more is refused', () => {
  expect(refusal('用户导入模板.xlsx', 10 * megabytes)).toBeUndefined();
  expect(refusal('用户导入模板.xlsx', 10 * megabytes + 1)).toBe('文件大小不能超过10M！');
});

test('a name other than the template’s is refused, but only after format and size are checked', () => {
  expect(refusal('用户.xlsx')).toBe('无效模版！');
  expect(refusal('用户.xlsx', 11 * megabytes)).toBe('文件大小不能超过10M！');
});

test('two files are refused as too many, whatever they are', () => {
  const file = { name: '用户导入模板.xlsx', size: 1 };
  expect(refuseFiles([file, file], '用户导入模板')).toBe('文件超出限制！');
  expect(refuseFiles([], '用户导入模板')).toBeUndefined();
});

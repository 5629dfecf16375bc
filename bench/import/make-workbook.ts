import { randomUUID } from 'node:crypto';
import { write, utils } from '@e965/xlsx';

const header = ['账号', '姓名', '性别', '手机号', '邮箱', '机构', '部门', '备注'];

/**
 * A workbook of users, with eight columns of the template and texts that do not repeat: 55,000 rows make not quite ten
 * megabytes. A `slim` one has shorter texts, so that 100,000 rows take no more space.
 */
export function makeWorkbook(rows: number, slim = false): Buffer {
  const people = Array.from({ length: rows }, (_, at) => [
    slim ? `user.${at}` : `user.${at}.${randomUUID().slice(0, 8)}`,
    slim ? `张${at % 1000}` : `张${at}`,
    at % 2 === 0 ? '男' : '女',
    slim ? '' : `138${String(at).padStart(8, '0')}`,
    slim ? '' : `${randomUUID()}@example.com`,
    '',
    '',
    slim ? `备注${at % 1000}` : randomUUID().slice(0, 20),
  ]);
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([header, ...people]), '用户');
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true, bookSST: true }) as Buffer;
}

import { rawWorkbook, rowXml, sheetXml, archive } from '../support/archive.ts';
import { expect, test } from '../support/journey.ts';
import { bytesAs, cellAt, chooseFiles, openImport, workbook, type SheetFile } from '../support/workbooks.ts';

const name = '用户导入模板.xlsx';
const header = ['账号', '姓名', '性别', '手机号', '邮箱', '机构', '部门', '备注'];
const good = [header, ['someone', '某人', '男', '13800138000', '', '', '', '']];
const megabytes = 1024 * 1024;

test('a file that does not match the template is refused in the words of the specification', async ({ openAsAdmin }) => {
  const page = await openAsAdmin('/sys/user/list');
  const dialog = await openImport(page);
  const refused = async (files: SheetFile[], ...words: string[]) => {
    await chooseFiles(page, ...files);
    for (const text of words) await expect(page.getByText(text, { exact: true }).last()).toBeVisible();
  };
  await refused([bytesAs('用户导入模板.csv', Buffer.from('账号'))], '文件格式只支持 .xls、.xlsx');
  await refused([bytesAs(name, Buffer.alloc(10 * megabytes + 1))], '文件大小不能超过10M！');
  await refused([workbook('部门导入模板.xlsx', good)], '无效模版！');
  await refused([workbook(name, [header])], '无效数据！', '没有可导入的数据行');
  await refused(
    [workbook(name, [['账号', ' 姓 名 ', '工资']])],
    '无效数据！',
    '缺少列：性别、手机号、邮箱、机构、部门、备注',
    '多余的列：工资',
  );
  await dialog.locator('.import-drop').dispatchEvent('drop', { dataTransfer: await twoFiles(page) });
  await expect(page.getByText('文件超出限制！')).toBeVisible();
});

const twoFiles = (page: import('@playwright/test').Page) =>
  page.evaluateHandle(() => {
    const transfer = new DataTransfer();
    for (const at of [1, 2]) transfer.items.add(new File(['x'], `用户导入模板 (${at}).xlsx`));
    return transfer;
  });

const blanks = '<row/>'.repeat(11 * megabytes);
const hostile: [string, () => Buffer][] = [
  ['a sheet of empty rows that decompresses from kilobytes to 66 MB', () => rawWorkbook(sheetXml(blanks))],
  [
    'a cell in the last row and column',
    () => rawWorkbook(sheetXml(`${rowXml(header)}<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>`)),
  ],
  ['10,000 sheets', () => archive(Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`xl/worksheets/sheet${at}.xml`, ''])))],
  ['more rows than an import accepts', () => rawWorkbook(sheetXml(rowXml(header) + '<row><c><v>1</v></c></row>'.repeat(100_001)))],
  [
    'an XML entity that expands',
    () => rawWorkbook(`<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${sheetXml(rowXml([...header.slice(1), '&b;']))}`),
  ],
  ['a picture with the extension of a workbook', () => Buffer.from('89504e470d0a1a0a', 'hex')],
  ['a truncated archive', () => rawWorkbook(sheetXml(rowXml(header))).subarray(0, 700)],
  ['an HTML table', () => Buffer.from('<table><tr><td>账号</td></tr></table>')],
];

test('a hostile workbook breaks at most its own worker', async ({ openAsAdmin }) => {
  // Each may take the 20 s that a worker has.
  test.slow();
  const page = await openAsAdmin('/sys/user/list');
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const dialog = await openImport(page);
  for (const [kind, bytes] of hostile) {
    await test.step(kind, async () => {
      await chooseFiles(page, bytesAs(name, bytes()));
      await expect(dialog.getByText('文件不能导入')).toBeVisible();
      await expect(page.getByText('无效数据！').last()).toBeVisible();
    });
  }
  // The page continues as if nothing had happened.
  const markup = `<row r="2"><c t="inlineStr"><is><t>&lt;b&gt;</t></is></c><c><f>WEBSERVICE("http://127.0.0.1:9/x")</f><v>7</v></c></row>`;
  await chooseFiles(page, bytesAs(name, rawWorkbook(sheetXml(rowXml(header) + markup))));
  await expect(dialog).toContainText('共 1 行，1 行有错误');
  await expect(cellAt(page, 1, 1)).toHaveText('<b>');
  await expect(cellAt(page, 1, 2)).toHaveText('7');
  expect(asked.filter((url) => new URL(url).host !== new URL(page.url()).host && !url.startsWith('blob:'))).toEqual([]);
});

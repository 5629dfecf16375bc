import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';

/** The words of each sheet of what the browser prints; a character that is a radical too may be read as that (页, 角, 人). */
async function sheetsOf(bytes: Uint8Array): Promise<string[]> {
  const task = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const paper = await task.promise;
  const sheets = await Promise.all(
    Array.from({ length: paper.numPages }, async (_, at) => {
      const { items } = await (await paper.getPage(at + 1)).getTextContent();
      return items.map((item) => ('str' in item ? item.str : '')).join(' ');
    }),
  );
  await task.destroy();
  return sheets;
}

test('prints all that a filter finds on sheets with a heading and page numbers', async ({ openAsAdmin, api }) => {
  const name = unique('paper');
  const roles = Array.from({ length: 60 }, (_, at) => ({
    roleName: `${name}-${at + 1}`,
    roleCode: `${name}-${at + 1}`,
    roleStatus: '正常',
  }));
  for (const role of roles) await api.save('sys/role', role);
  const page = await openAsAdmin(`/sys/role/list?search=${name}`);
  await expect(page.getByText('共 60 条')).toBeVisible();
  // A browser without a person prints nothing by itself.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes');
  });
  await page.keyboard.press('Control+p');
  const dialog = page.getByRole('dialog', { name: /^打印/ });
  await dialog.getByRole('radio', { name: '符合条件的全部 60 条' }).click();
  await dialog.getByRole('button', { name: '打印' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', 'yes');
  const sheets = await sheetsOf(await page.pdf({ preferCSSPageSize: true }));
  expect(sheets.length).toBeGreaterThan(1);
  expect(sheets[0]).toMatch(/（\s*admin\s*）/);
  for (const [at, sheet] of sheets.entries()) {
    expect(sheet.replace(/\s+/g, '')).toMatch(new RegExp(`第${at + 1}.，共${sheets.length}.`));
    // The heading of the table comes again on each.
    expect(sheet).toContain('数据范围');
  }
  const words = sheets.join(' ');
  for (const { roleName } of roles) expect(words).toContain(roleName);
});

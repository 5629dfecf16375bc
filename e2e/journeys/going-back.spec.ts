import { unique } from '../support/api.ts';
import { expect, test } from '../support/journey.ts';

for (const [place, width] of [
  ['beside', 1440],
  ['over', 390],
] as const)
  test(`going back leaves a record ${place} its list, and asks if something was typed in its form`, async ({ openAsAdmin, api, page }) => {
    await page.setViewportSize({ width, height: 844 });
    const name = unique('back-');
    await api.save('sys/dict', { dictLabel: name, dictValue: name });
    const list = `/base/dict/list?like=dictLabel:${name}`;
    await openAsAdmin(list);
    const dialog = (title: string) => page.getByRole('dialog', { name: title });
    const [reading, form, question] = [dialog('查看字典'), dialog('编辑字典'), dialog('放弃已填写的内容？')];
    const remark = form.getByLabel('备注');
    const open = async (): Promise<void> => {
      await page.getByRole('link', { name }).click();
      await expect(page).toHaveURL(/record=/);
      await reading.getByRole('button', { name: '编辑' }).click();
      await expect(remark).toBeVisible();
    };

    await page.getByRole('link', { name }).click();
    await expect(reading).toBeVisible();
    await page.goBack();
    await expect(reading).toBeHidden();
    await expect(page).not.toHaveURL(/record=/);

    await open();
    await page.goBack();
    await expect(form).toBeHidden();
    await page.goForward();
    await expect(reading).toBeVisible();
    await page.goBack();
    await expect(reading).toBeHidden();

    await open();
    await remark.fill('写了一半');
    for (const _ of ['once', 'and again']) {
      await page.goBack();
      await question.getByRole('button', { name: '继续编辑' }).click();
      await expect(question).toBeHidden();
      await expect(page).toHaveURL(/record=/);
      await expect(remark).toHaveValue('写了一半');
    }
    await page.goBack();
    await question.getByRole('button', { name: '放弃', exact: true }).click();
    await expect(form).toBeHidden();
    await expect(page).not.toHaveURL(/record=/);
    await expect(page.getByRole('link', { name })).toBeVisible();
    await open();
    await expect(remark).toHaveValue('');
  });

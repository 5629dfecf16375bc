import { org } from '@back-office/sys/orgs/org.ts';
import { expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { draw } from '@back-office/app/testing/web/draw.tsx';
import { optionsOf } from '../../../testing/sample.ts';
import { stubServer, type Call } from '../../../testing/stub-server.ts';
import { SheetTable } from '../table/sheet-table.ts';
import { CellInput } from './cell-input.tsx';

test.for([
  ['the former choice that matches', 'Enter', '发', ['研发部', 'down']],
  ['the former choice that matches', 'Tab', '发', ['研发部', 'right']],
  ['the text itself if no former choice matches', 'Enter', '究', ['研究', 'down']],
] as const)('a reference cell, before the server has answered, takes %s by %s', async ([, key, more, taken]) => {
  stubServer({
    'GET /api/sys/org/select-options': ({ query }: Call) =>
      optionsOf(...['总部', '研发部'].filter((name) => name.includes(query.get('search') ?? ''))),
  });
  const column = new SheetTable(org, {}).columns.find(({ prop }) => prop === 'parentId');
  const commit = vi.fn<(text: string, leave: string) => void>();
  const others = { label: '上级', text: '', autoEdit: false, locked: false, onEdit: () => undefined, onKey: () => undefined };
  if (column === undefined) throw new Error('No parent');
  await draw(<CellInput {...others} {...{ column, commit }} resource={org} clipboard={{} as never} />);
  await userEvent.keyboard('研');
  await expect.element(page.getByRole('option', { name: '研发部' })).toBeVisible();
  await userEvent.keyboard(`${more}{${key}}`);
  expect(commit.mock.calls).toEqual([taken]);
});

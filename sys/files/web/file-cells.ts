import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { formatBytes } from '@back-office/web/files/upload/format-bytes.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { file } from '../file.ts';

/** What a file belongs to, as people call it. */
const titleOf = (owner: string): string =>
  owner === 'avatar' ? '头像' : (theOffice().resources.find(({ name }) => name === owner)?.title ?? owner);

/** A size as people read it, and what a file belongs to by its title. */
export const fileCells = cellsOf(file, {
  fileSize: { Cell: ({ value }) => formatBytes(Number(value)) },
  otcType: { Cell: ({ value }) => titleOf(String(value)) },
});

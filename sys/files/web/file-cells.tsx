import { cellsOf } from '@back-office/web/crud/fields/cells.tsx';
import { asText } from '@back-office/web/crud/fields/as-text.ts';
import { formatBytes } from '@back-office/contract/format-bytes.ts';
import { theOffice } from '@back-office/web/platform/office/open-office.ts';
import { recordPath } from '@back-office/web/platform/routing/record-path.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { Link } from 'react-router';
import { file } from '../file.ts';

/** The title of the resource that a file belongs to. */
const titleOf = (owner: string): string =>
  owner === 'avatar' ? '头像' : (theOffice().resources.find(({ name }) => name === owner)?.title ?? owner);

/** A link to the record that a file is attached to, as its id alone means nothing to people. */
function OwnerLink({ owner, id }: { owner: string; id: string }) {
  const { routes } = useSession();
  const path = recordPath(routes ?? [], owner, id);
  return path === undefined ? '—' : <Link to={path}>查看{titleOf(owner)}</Link>;
}

/** Sizes in readable units, and owners by their title. */
export const fileCells = cellsOf(file, {
  otcId: { Cell: ({ value, row: { otcType } }) => <OwnerLink owner={asText(otcType)} id={asText(value)} /> },
  fileSize: { Cell: ({ value }) => formatBytes(Number(value)) },
  otcType: { Cell: ({ value }) => titleOf(String(value)) },
});

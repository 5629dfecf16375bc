import type { Values } from 'back-office/web';
import { Link } from 'react-router';
import { agreement } from '../agreement.ts';
import { RecordTable } from './record-table.tsx';
import { useRows } from './use-rows.ts';

const names = ['agreementNo', 'agreementName', 'agreementAmount', 'endDate', 'agreementState'];

/** The agreements of an organisation, as a tab of its record. */
export function OrgTab({ row: org }: { row: Values }) {
  const rows = useRows(agreement.name, `eq=sysOrgId:${String(org['id'])}&limit=100`);
  return (
    <RecordTable resource={agreement} names={names} rows={rows} last={(row) => <Link to={`/acme/agreement/view/${row.id}`}>查看</Link>} />
  );
}

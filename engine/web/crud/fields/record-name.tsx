import { asText } from './as-text.ts';
import { theOffice } from '../../platform/office/open-office.ts';
import { useRow } from './use-row.ts';

/**
 * Shows a record's name where only its id is known; shows the id when the record cannot be read.
 * @example
 * export const Owner = ({ id }: { id: string }) => <RecordName to="sys/user" id={id} />;
 */
export function RecordName({ to, id }: { to: string; id: string }) {
  const resource = theOffice().resourceOf(to);
  const { data, isLoading } = useRow(resource, id);
  return <>{isLoading ? '…' : asText(data?.[resource.label] ?? id)}</>;
}

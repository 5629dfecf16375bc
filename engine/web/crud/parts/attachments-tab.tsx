import type { RecordTab } from './record-tabs.tsx';
import { asText } from '../fields/as-text.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { Attachments } from '../../files/upload/attachments.tsx';

/** The tab of a record's view that holds its files. */
export const attachmentsTab = (resource: string): RecordTab => ({
  key: 'files',
  label: '附件',
  render: ({ id }) => <RecordAttachments key={asText(id)} resource={resource} id={asText(id)} />,
});

function RecordAttachments({ resource, id }: { resource: string; id: string }) {
  const may = useMay(resource);
  return <Attachments otcType={resource} otcId={id} editable={may('edit')} />;
}

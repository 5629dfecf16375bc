import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useMay } from '../../platform/session/use-may.ts';
import { lazyPart } from '../../platform/timing/lazy-part.ts';
import { asText } from '../fields/as-text.ts';
import type { Values } from '../fields/field-kit.ts';
import type { RecordTab } from './record-tab.ts';

const Attachments = lazyPart(async () => (await import('../../files/upload/attachments.tsx')).Attachments);

/**
 * A tab with the files attached to a resource's records.
 * @example
 * export const pages: readonly WebFeature[] = [{ name: 'agreements', recordTabs: [attachmentsTab('acme/agreement')] }];
 */
export const attachmentsTab = (resource: string): RecordTab => ({
  resource,
  name: 'files',
  label: '附件',
  order: 20,
  Tab: RecordAttachments,
});

function RecordAttachments({ resource: { name }, row }: { resource: Resource; row: Values }) {
  const may = useMay(name);
  const id = asText(row['id']);
  return <Attachments key={id} otcType={name} otcId={id} editable={may('edit')} />;
}

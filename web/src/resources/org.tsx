import { org } from '@back-office/contract/resources/org.ts';
import { useScreen } from '../crud/hooks/use-screen.ts';
import { ViewPage } from '../crud/pages/view-page.tsx';
import { attachmentsTab } from '../upload/attachments-tab.tsx';

const tabs = [attachmentsTab(org.name)];

/** An organisation's view, with its files. */
export function OrgViewPage() {
  const { id } = useScreen();
  return <ViewPage resource={org} id={id} tabs={tabs} />;
}

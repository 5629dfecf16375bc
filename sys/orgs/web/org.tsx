import { org } from '../org.ts';
import { useScreen } from '@back-office/web/crud/hooks/use-screen.ts';
import { ViewPage } from '@back-office/web/crud/pages/view-page.tsx';
import { attachmentsTab } from '@back-office/web/crud/parts/attachments-tab.tsx';

const tabs = [attachmentsTab(org.name)];

/** An organisation's view, with its files. */
export function OrgViewPage() {
  const { id } = useScreen();
  return <ViewPage resource={org} id={id} tabs={tabs} />;
}

import { ExperimentOutlined } from '@ant-design/icons';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useState } from 'react';
import { claimRule } from '../claim-rule.ts';
import { TrialDialog } from './trial-dialog.tsx';

/** Rules that grant roles to people who sign in with a provider, with a trial. */
export function ClaimRuleListPage() {
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <ListPage
        resource={claimRule}
        drawer
        actions={[{ name: 'read', label: '试算', icon: <ExperimentOutlined aria-hidden />, run: () => setTrying(true) }]}
      />
      {isTrying && <TrialDialog onClose={() => setTrying(false)} />}
    </>
  );
}

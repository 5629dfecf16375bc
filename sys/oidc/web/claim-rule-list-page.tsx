import { ExperimentOutlined } from '@ant-design/icons';
import { ListPage } from '@back-office/web/crud/pages/list-page.tsx';
import { useState } from 'react';
import { claimRule } from '../claim-rule.ts';
import { TrialDialog } from './trial-dialog.tsx';

/** The rules by which people get roles when they sign in elsewhere, and a trial of them. */
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

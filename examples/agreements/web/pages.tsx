import { attachmentsTab, linesTab, ListPage, useScreen, type Values, ViewPage, type WebFeature } from 'back-office/web';
import { agreement, states } from '../agreement.ts';
import { agreementLine } from '../agreement-line.ts';
import { AmountsLine } from './amounts-line.tsx';
import { EndDateCell } from './end-date-cell.tsx';
import { OrgTab } from './org-tab.tsx';
import { useMoves } from './use-moves.tsx';

const isDraft = ({ agreementState = states.draft }: Values): boolean => agreementState === states.draft;

function AgreementList() {
  return (
    <ListPage resource={agreement} rowActions={useMoves()} editable={isDraft} summary={(filters) => <AmountsLine filters={filters} />} />
  );
}

function AgreementView() {
  const { id } = useScreen();
  return <ViewPage resource={agreement} id={id} actions={useMoves()} editable={isDraft} />;
}

const right = { resource: 'acme/agreement', permission: 'read' };

/** Only pages that differ from the generated ones; those of parties and lines do not. */
export const pages: readonly WebFeature[] = [
  {
    name: 'agreements',
    pages: { 'acme/agreement/list': AgreementList, 'acme/agreement/view': AgreementView },
    cells: { 'acme/agreement.endDate': { Cell: EndDateCell } },
    recordTabs: [
      linesTab(agreementLine, 'acmeAgreementId', {
        label: '明细',
        columns: ['lineName', 'lineQuantity', 'linePrice', 'lineRemark'],
        editable: isDraft,
      }),
      attachmentsTab('acme/agreement'),
      { resource: 'sys/org', name: 'acme-agreements', label: '合同', order: 50, right, Tab: OrgTab },
    ],
  },
];

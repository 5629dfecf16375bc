import type { Use } from '@back-office/contract/envelope.ts';
import type { App } from 'antd';

type Modal = ReturnType<typeof App.useApp>['modal'];

/** Says where a record is used, which keeps it from going. */
export function showUses(modal: Modal, title: string, uses: readonly Use[]): void {
  modal.warning({
    title: `${title}：仍被使用`,
    content: (
      <ul style={{ paddingInlineStart: 20, margin: 0 }}>
        {uses.map((use) => (
          <li key={`${use.resource} ${use.field}`}>{`${use.title}的“${use.label}”：${use.count} 条`}</li>
        ))}
      </ul>
    ),
    okText: '知道了',
  });
}

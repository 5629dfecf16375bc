import type { Use } from '@back-office/contract/envelope.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { App } from 'antd';
import type { MouseEvent } from 'react';
import { useNavigate } from 'react-router';
import { resourceNamed } from '../../fields/resource-lookup.ts';
import { listPath } from '../../routing/list-path.ts';
import { useRights } from '../../session/use-rights.ts';
import { useSession } from '../../session/use-session.ts';
import { usesLink } from '../uses-link.ts';

/** Says where records are used, which keeps them from going, with links to the lists of those that use them. */
export function useShowUses(): (title: string, uses: readonly Use[], ids: readonly string[]) => void {
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const rights = useRights();
  const { routes } = useSession();
  const linkOf = (use: Use, ids: readonly string[]): string | undefined => {
    const path = may(rights, use.resource, 'read') ? listPath(routes ?? [], use.resource) : undefined;
    return usesLink(use, { ids, resource: resourceNamed(use.resource), path });
  };
  return (title, uses, ids) => {
    // The dialog stands outside the router, so its links go by hand.
    const follow =
      (to: string) =>
      (event: MouseEvent): void => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        dialog.destroy();
        void navigate(to);
      };
    const dialog = modal.warning({
      title: `${title}：仍被使用`,
      content:
        uses.length === 0 ? (
          '其他数据刚刚引用了它。'
        ) : (
          <ul style={{ paddingInlineStart: 20, margin: 0 }}>
            {uses.map((use) => {
              const words = `${use.title}的“${use.label}”：${use.count} 条`;
              const to = linkOf(use, ids);
              return (
                <li key={`${use.resource} ${use.field}`}>
                  {to === undefined ? (
                    words
                  ) : (
                    <a href={to} onClick={follow(to)}>
                      {words}
                    </a>
                  )}
                </li>
              );
            })}
          </ul>
        ),
      okText: '知道了',
    });
  };
}

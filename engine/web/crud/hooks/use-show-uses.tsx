import type { Use } from '@back-office/contract/envelope.ts';
import { may } from '@back-office/contract/resource/permission.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import type { MouseEvent, ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { theOffice } from '../../platform/office/open-office.ts';
import { listPath } from '../../platform/routing/list-path.ts';
import { useRights } from '../../platform/session/use-rights.ts';
import { useSession } from '../../platform/session/use-session.ts';
import { usesLink } from '../uses-link.ts';
import { grouped } from '@back-office/contract/resource/grouped.ts';

/** Renders where records are used, with links to the lists of the records that use them; `close` is called before a link is followed. */
type DrawUses = (uses: readonly Use[], ids: readonly string[], close: () => void) => ReactNode;

/** Returns the function that renders where records are used. */
export function useDrawUses(): DrawUses {
  const navigate = useNavigate();
  const rights = useRights();
  const { routes } = useSession();
  const linkOf = (use: Use, ids: readonly string[]): string | undefined => {
    const path = may(rights, use.resource, 'read') ? listPath(routes ?? [], use.resource) : undefined;
    return usesLink(use, { ids, resource: theOffice().resourceOf(use.resource), path });
  };
  return (uses, ids, close) => {
    // A dialog is outside the router, so its links navigate by hand.
    const follow =
      (to: string) =>
      (event: MouseEvent): void => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        close();
        void navigate(to);
      };
    return (
      <ul style={{ paddingInlineStart: 20, margin: 0, lineHeight: '26px' }}>
        {uses.map((use) => {
          const words = `${use.title}的“${use.label}”：${grouped(use.count)} 条${use.hidden ? '，另有数据范围之外的' : ''}`;
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
    );
  };
}

/** Opens a dialog that says where records are used, which is why they were not deleted. */
export function useShowUses(): (title: string, uses: readonly Use[], ids: readonly string[]) => void {
  const { modal } = useApp();
  const draw = useDrawUses();
  return (title, uses, ids) => {
    const dialog = modal.warning({
      title: `${title}：仍被使用`,
      content: draw(uses, ids, () => dialog.destroy()),
      okText: '知道了',
    });
  };
}

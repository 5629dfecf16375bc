import { StarFilled, StarOutlined } from '@ant-design/icons';
import { Grid, type MenuProps } from 'antd';
import { useState } from 'react';
import type { List } from './use-list.ts';
import { DropdownButton } from './dropdown-button.tsx';
import { shownNames } from './list-column.ts';
import { ManageViewsDialog } from './manage-views-dialog.tsx';
import { SaveViewDialog } from './save-view-dialog.tsx';
import { queryOf, shows } from './saved-views.ts';
import { viewsKey } from './use-list-address.ts';
import './lists.css';

/** 常用筛选: chooses one of the person's saved views, saves another, and leads to their management. */
export function SavedViewsMenu({ list }: { list: List }) {
  const { resource, state, columns, views: saved, goTo } = list;
  const [dialog, setDialog] = useState<'save' | 'manage'>();
  const narrow = Grid.useBreakpoint().sm === false;
  const names = shownNames(columns);
  const active = saved.views.find((view) => shows(resource, view, state, names));
  const title = active?.name ?? '常用筛选';
  const close = () => setDialog(undefined);

  const items: NonNullable<MenuProps['items']> = [
    ...saved.views.map(({ id, name }) => ({
      key: id,
      icon: id === saved.usual ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />,
      label: (
        <>
          <span className="list-view-name">{name}</span>
          {id === saved.usual && <span className="list-hint">（默认）</span>}
        </>
      ),
    })),
    ...(saved.views.length > 0 ? [{ key: 'all', label: '全部，不筛选' }, { type: 'divider' as const }] : []),
    { key: 'save', label: '保存当前筛选…' },
    ...(saved.views.length > 0 ? [{ key: 'manage', label: '管理常用筛选…' }] : []),
  ];
  const press = (key: string): void => {
    if (key === 'save' || key === 'manage') return setDialog(key);
    goTo(key === 'all' ? '' : (saved.views.find(({ id }) => id === key)?.query ?? ''));
  };
  return (
    <>
      <DropdownButton
        menu={{ items, selectable: true, selectedKeys: active === undefined ? [] : [active.id], onClick: ({ key }) => press(key) }}
        icon={active === undefined ? <StarOutlined aria-hidden /> : <StarFilled aria-hidden />}
        aria-label={active === undefined ? '常用筛选' : `常用筛选：${active.name}`}
        title={title}
      >
        {narrow ? null : <span className="list-view-name">{title}</span>}
      </DropdownButton>
      {dialog === 'save' && <SaveViewDialog storeKey={viewsKey(resource)} saved={saved} query={queryOf(state, names)} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog storeKey={viewsKey(resource)} saved={saved} onClose={close} />}
    </>
  );
}

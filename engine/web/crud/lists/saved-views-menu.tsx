import { StarFilled, StarOutlined } from '@ant-design/icons';
import type { MenuAction } from '../../platform/menus/popup-menu.tsx';
import type { List } from './use-list.ts';
import { DropdownButton } from './dropdown-button.tsx';
import './lists.css';

/** 常用筛选: applies a saved view, saves a new one, or opens their management. */
export function SavedViewsMenu({ list, ask }: { list: List; ask: (dialog: 'save' | 'manage') => void }) {
  const { views: saved, view: active, goTo } = list;

  const items: MenuAction[] = [
    ...saved.views.map(({ id, name }) => ({
      key: id,
      icon: id === saved.usual ? <StarFilled aria-hidden /> : <StarOutlined aria-hidden />,
      label: (
        <>
          <span className="list-view-name">{name}</span>
          {id === saved.usual && <span className="list-hint">（默认）</span>}
        </>
      ),
      current: id === active?.id,
    })),
    ...(saved.views.length > 0 ? [{ key: 'all', label: '全部，不筛选' }] : []),
    { key: 'save', label: '保存当前筛选…', apart: saved.views.length > 0 },
    ...(saved.views.length > 0 ? [{ key: 'manage', label: '管理常用筛选…' }] : []),
  ];
  const press = (key: string): void => {
    if (key === 'save' || key === 'manage') return ask(key);
    goTo(saved.views.find(({ id }) => id === key));
  };
  return (
    <DropdownButton
      menuLabel="常用筛选"
      actions={items.map((item) => ({ ...item, onClick: () => press(item.key) }))}
      icon={active === undefined ? <StarOutlined aria-hidden /> : <StarFilled aria-hidden />}
      aria-label={active === undefined ? '常用筛选' : `常用筛选：${active.name}`}
      title={active?.name ?? '常用筛选'}
    />
  );
}

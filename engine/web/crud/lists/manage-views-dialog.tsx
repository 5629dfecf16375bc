import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Empty, Input, Modal, Radio } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useEffect, useRef, useState } from 'react';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { readViews, viewLimits, viewsToKeep, type SavedView, type SavedViews } from './saved-views.ts';
import { useBusy } from '../../platform/ui/use-busy.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

interface ManageViewsDialogProps {
  storeKey: string;
  saved: SavedViews;
  onClose: () => void;
}

/** What is wrong with a name among the others, or undefined. */
function nameIssue(views: readonly SavedView[], { id, name }: SavedView): string | undefined {
  if (name.trim() === '') return '请输入名称';
  if (name.trim().length > viewLimits.name) return `名称不能超过 ${viewLimits.name} 个字符`;
  return views.some((other) => other.id !== id && other.name.trim() === name.trim()) ? '名称不能重复' : undefined;
}

/** Renames, orders and deletes saved views, and says which one the list opens with; all of it with 确定, or none. */
export function ManageViewsDialog({ storeKey, saved, onClose }: ManageViewsDialogProps) {
  const { message } = useApp();
  const [{ views, usual }, setDraft] = useState(saved);
  const [saving, work] = useBusy();
  const { hide, closing } = useClosing(onClose);
  const issue = views.map((view) => nameIssue(views, view)).find((words) => words !== undefined);
  const rename = (id: string, name: string): void =>
    setDraft({ usual, views: views.map((view) => (view.id === id ? { ...view, name } : view)) });
  const remove = (id: string): void => setDraft({ usual: usual === id ? undefined : usual, views: views.filter((view) => view.id !== id) });

  // A row that moves takes the focus away from what is in it.
  const list = useRef<HTMLUListElement>(null);
  const [pressed, setPressed] = useState<string>();
  useEffect(() => {
    if (pressed !== undefined) list.current?.querySelector<HTMLElement>(`[data-move="${CSS.escape(pressed)}"]`)?.focus();
  }, [pressed, views]);
  const move = (at: number, step: number): void => {
    const [view, other] = [views[at], views[at + step]];
    if (view === undefined || other === undefined) return;
    setDraft({ usual, views: views.map((one) => (one === view ? other : one === other ? view : one)) });
    setPressed(`${view.id} ${step}`);
  };

  // What goes wrong is shown by the request.
  const save = (): Promise<void> =>
    work(async () => {
      // A view that another window has saved since stays.
      await preferenceStore.change(storeKey, (now) => {
        const since = readViews(now).views.filter(({ id }) => !saved.views.some((view) => view.id === id));
        return viewsToKeep({ usual, views: [...views.map((view) => ({ ...view, name: view.name.trim() })), ...since] });
      });
      void message.success('已保存');
      hide();
    }).catch(() => undefined);
  return (
    <Modal
      {...closing}
      title="管理常用筛选"
      okText="确定"
      okButtonProps={{ disabled: issue !== undefined }}
      confirmLoading={saving}
      onOk={() => void save()}
      onCancel={hide}
      width={520}
    >
      {views.length === 0 ? (
        <Empty description="还没有常用筛选" image={Empty.PRESENTED_IMAGE_SIMPLE} />
      ) : (
        <Radio.Group
          value={usual ?? ''}
          onChange={({ target }) => setDraft({ views, usual: target.value === '' ? undefined : String(target.value) })}
          style={{ display: 'block' }}
          aria-label="打开列表时默认使用"
        >
          <ul className="list-views" ref={list}>
            {views.map((view, at) => (
              <ViewRow
                key={view.id}
                view={view}
                issue={nameIssue(views, view)}
                ends={[at === 0, at === views.length - 1]}
                rename={(name) => rename(view.id, name)}
                move={(step) => move(at, step)}
                remove={() => remove(view.id)}
              />
            ))}
            <li>
              <Radio value="">打开列表时显示全部</Radio>
            </li>
          </ul>
        </Radio.Group>
      )}
      <div role="alert" className="list-issue">
        {issue}
      </div>
    </Modal>
  );
}

interface ViewRowProps {
  view: SavedView;
  issue: string | undefined;
  /** Whether it is the first, and the last. */
  ends: readonly [boolean, boolean];
  rename: (name: string) => void;
  move: (step: 1 | -1) => void;
  remove: () => void;
}

const ViewRow = ({ view: { id, name }, issue, ends: [first, last], rename, move, remove }: ViewRowProps) => (
  <li>
    <Input aria-label="名称" value={name} status={issue === undefined ? '' : 'error'} onChange={({ target }) => rename(target.value)} />
    <Radio value={id} aria-label={`默认使用${name}`}>
      默认
    </Radio>
    <IconButton
      type="text"
      icon={ArrowUpOutlined}
      label={`上移${name}`}
      title="上移"
      // Not disabled: it would lose the focus with the press that brings it there.
      aria-disabled={first}
      data-move={`${id} -1`}
      onClick={() => move(-1)}
    />
    <IconButton
      type="text"
      icon={ArrowDownOutlined}
      label={`下移${name}`}
      title="下移"
      aria-disabled={last}
      data-move={`${id} 1`}
      onClick={() => move(1)}
    />
    <IconButton type="text" danger icon={DeleteOutlined} label={`删除${name}`} title="删除" onClick={remove} />
  </li>
);

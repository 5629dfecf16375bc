import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Empty, Input, Modal, Radio } from 'antd';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useEffect, useRef, useState } from 'react';
import { preferenceStore } from '../../platform/preferences/preference-store.ts';
import { readViews, viewLimits, viewsToKeep, type SavedView, type SavedViews } from './saved-views.ts';
import { useBusy } from '../../platform/timing/use-busy.ts';
import { useClosing } from '../../platform/ui/use-closing.ts';
import { IconButton } from '../../platform/ui/icon-button.tsx';

export interface ManageViewsDialogProps {
  storeKey: string;
  saved: SavedViews;
  onClose: () => void;
}

/** Why a view's name is invalid among the others, or undefined. */
function nameIssue(views: readonly SavedView[], { id, name }: SavedView): string | undefined {
  if (name.trim() === '') return '请输入名称';
  if (name.trim().length > viewLimits.name) return `名称不能超过 ${viewLimits.name} 个字符`;
  return views.some((other) => other.id !== id && other.name.trim() === name.trim()) ? '名称不能重复' : undefined;
}

/** Renames, reorders and deletes saved views, and sets the default one; 确定 applies all changes at once. */
export function ManageViewsDialog({ storeKey, saved, onClose }: ManageViewsDialogProps) {
  const { message } = useApp();
  const [{ views, usual }, setDraft] = useState(saved);
  const [saving, work] = useBusy();
  const { hide, closing } = useClosing(onClose);
  const issue = views.map((view) => nameIssue(views, view)).find((words) => words !== undefined);
  const rename = (id: string, name: string): void =>
    setDraft({ usual, views: views.map((view) => (view.id === id ? { ...view, name } : view)) });

  // Moving or removing a row in the DOM takes the focus from the button in it.
  const pendingFocus = useRef<string>(undefined);
  useEffect(() => {
    if (pendingFocus.current !== undefined)
      document.querySelector<HTMLElement>(`[data-press="${CSS.escape(pendingFocus.current)}"]`)?.focus();
    pendingFocus.current = undefined;
  }, [views]);
  const remove = (at: number): void => {
    pendingFocus.current = `${(views[at + 1] ?? views[at - 1])?.id ?? ''} 0`;
    setDraft({ usual: usual === views[at]?.id ? undefined : usual, views: views.toSpliced(at, 1) });
  };
  const move = (at: number, step: number): void => {
    const [view, other] = [views[at], views[at + step]];
    if (view === undefined || other === undefined) return;
    setDraft({ usual, views: views.map((one) => (one === view ? other : one === other ? view : one)) });
    pendingFocus.current = `${view.id} ${step}`;
  };

  // Errors are shown by the request.
  const save = (): Promise<void> =>
    work(async () => {
      // Keeps a view that another window has saved since.
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
      okButtonProps={{ disabled: issue !== undefined, 'data-press': ' 0' }}
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
          <ul className="list-views">
            {views.map((view, at) => (
              <ViewRow
                key={view.id}
                view={view}
                issue={nameIssue(views, view)}
                ends={[at === 0, at === views.length - 1]}
                rename={(name) => rename(view.id, name)}
                move={(step) => move(at, step)}
                remove={() => remove(at)}
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
  /** Whether it is the first, and whether it is the last. */
  ends: readonly [boolean, boolean];
  rename: (name: string) => void;
  move: (step: 1 | -1) => void;
  remove: () => void;
}

const steps = [[-1, '上移', ArrowUpOutlined] as const, [1, '下移', ArrowDownOutlined] as const];

const ViewRow = ({ view: { id, name }, issue, ends: [first, last], rename, move, remove }: ViewRowProps) => (
  <li>
    <Input aria-label="名称" value={name} status={issue === undefined ? '' : 'error'} onChange={({ target }) => rename(target.value)} />
    <Radio value={id} aria-label={`默认使用${name}`}>
      默认
    </Radio>
    {steps.map(([step, title, icon]) => (
      <IconButton
        key={step}
        type="text"
        icon={icon}
        label={`${title}${name}`}
        title={title}
        // aria-disabled instead of disabled: the button must keep the focus when its row reaches the end.
        aria-disabled={step < 0 ? first : last}
        data-press={`${id} ${step}`}
        onClick={() => move(step)}
      />
    ))}
    <IconButton type="text" danger icon={DeleteOutlined} label={`删除${name}`} title="删除" data-press={`${id} 0`} onClick={remove} />
  </li>
);

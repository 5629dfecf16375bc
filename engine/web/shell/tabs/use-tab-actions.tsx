import { useNavigate } from 'react-router';
import { dangerous } from '../../platform/feedback/dangerous.ts';
import { feedback } from '../../platform/feedback/feedback.ts';
import { homePath } from '../../platform/routing/safe-redirect.ts';
import { keyOf, neighbour } from '../../platform/tabs/tab-list.ts';
import { isPinned, type Tab, tabKey } from '../../platform/tabs/tab.ts';
import { tabsStore } from '../../platform/tabs/tabs-store.ts';

/** The actions on tabs. */
export interface TabActions {
  refresh: (key: string) => void;
  /** Closes these tabs, except pinned ones; if the active tab is closed, `stay` is shown next. */
  close: (keys: readonly string[], stay?: string) => void;
}

/** Closes and refreshes tabs; asks first if unsaved input would be lost. */
export function useTabActions(): TabActions {
  const navigate = useNavigate();
  const confirmDiscard = useConfirmDiscard();
  return {
    refresh: (key) => {
      const tab = tabsStore.get().tabs.find((other) => keyOf(other) === key);
      if (tab === undefined) return;
      const replace = tabsStore.get().active === key;
      confirmDiscard(
        [key],
        { title: '刷新会丢失未保存的内容', okText: '放弃并刷新' },
        () => void navigate(`/redirect${tab.fullPath}`, { replace }),
      );
    },
    close: (keys, stay) => {
      const { tabs } = tabsStore.get();
      const closing = tabs.filter((tab) => !isPinned(tab) && keys.includes(keyOf(tab))).map(keyOf);
      confirmDiscard(closing, { title: '关闭会丢失未保存的内容', okText: '放弃并关闭' }, () => {
        const list = tabsStore.get();
        // The address may be ahead of the rendered tabs: a tab closed right after it was opened is the one to leave.
        const address = tabKey(location.pathname + location.search);
        const shown = list.tabs.some((tab) => keyOf(tab) === address) ? address : list.active;
        const next = list.tabs.find((tab) => keyOf(tab) === stay) ?? neighbour(list, shown, closing);
        const leaves = shown !== undefined && closing.includes(shown);
        tabsStore.close(closing);
        if (leaves) void navigate(next?.fullPath ?? homePath, { replace: true });
      });
    },
  };
}

/** Asks before unsaved input in these tabs is discarded; continues at once if there is none. */
export function useConfirmDiscard(): (keys: readonly string[], words: { title: string; okText: string }, go: () => void) => void {
  return (keys, { title, okText }, go) => {
    const dirty = tabsStore.get().tabs.filter((tab) => keys.includes(keyOf(tab)) && tabsStore.isDirty(keyOf(tab)));
    if (dirty.length === 0) return go();
    void feedback.ready().then(
      ({ modal }) =>
        void modal.confirm({
          title,
          content: <DirtyTabs tabs={dirty} />,
          okText,
          cancelText: '继续编辑',
          ...dangerous,
          onOk: () => {
            tabsStore.discard(dirty.map(keyOf));
            go();
          },
        }),
    );
  };
}

const DirtyTabs = ({ tabs }: { tabs: readonly Tab[] }) => (
  <ul style={{ margin: 0, paddingInlineStart: 20, overflowWrap: 'anywhere' }}>
    {tabs.map((tab) => (
      <li key={keyOf(tab)}>{tab.title}</li>
    ))}
  </ul>
);

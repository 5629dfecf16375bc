import { limits } from '@back-office/contract/limits.ts';
import { Alert, Button, Empty, Skeleton } from 'antd';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { DraftOfferBar } from '@back-office/web/crud/drafts/draft-offer-bar.tsx';
import { matches } from '@back-office/web/platform/ui/matches.ts';
import { usePinyin } from '@back-office/web/platform/ui/use-pinyin.ts';
import { useRights } from '@back-office/web/platform/session/use-rights.ts';
import { useConfig } from '@back-office/web/platform/session/use-config.ts';
import { useSession } from '@back-office/web/platform/session/use-session.ts';
import { LoadFailed } from '@back-office/web/platform/states/load-failed.tsx';
import { useDirty } from '@back-office/web/platform/tabs/use-dirty.ts';
import { ChangesDialog } from './changes-dialog.tsx';
import { GrantGrid } from './grant-grid.tsx';
import { GrantTools } from './grant-tools.tsx';
import { differing, differs, matchingNodes, type GrantNode, type Slot, slotsOf, withSlots } from './grant-tree.ts';
import { lockOf, roleLock } from './lock-of.ts';
import type { GrantLoad } from './use-grants.ts';

const none: readonly GrantNode[] = [];

interface GrantPanelProps {
  grants: GrantLoad;
  roleCode: string;
  roleName: string;
  /** The role's own form is open: its 保存 saves both. */
  editing: boolean;
  /** Above the grid; gets the number of permissions in which the two roles differ. */
  comparing?: (differences: number | undefined) => ReactNode;
  onlyDifferent?: boolean;
  /** At the end of the tools; gets whether there are unsaved changes. */
  tools?: (changed: boolean) => ReactNode;
}

/** 角色授权: the role's permissions on each function, changed and saved together. */
export function GrantPanel({ grants: { editor, error, retry }, roleCode, roleName, editing, ...beside }: GrantPanelProps) {
  const { message } = useApp();
  const rights = useRights();
  const { userRoles } = useSession();
  const [typed, setTyped] = useState('');
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  const [asking, setAsking] = useState(false);
  const [saving, setSaving] = useState(false);
  const locked = roleLock(rights, userRoles ?? [], roleCode);
  const nodes = editor?.nodes ?? none;
  const pinyin = usePinyin();
  // oxlint-disable-next-line react/exhaustive-deps -- with pinyin the same text finds more
  const shown = useMemo(() => (typed.trim() === '' ? nodes : matchingNodes(nodes, (name) => matches(name, typed))), [nodes, typed, pinyin]);
  const stored = editor?.stored;
  const lock = useCallback(
    (slot: Slot) => locked ?? (stored === undefined ? undefined : lockOf(rights, stored, slot)),
    [locked, rights, stored],
  );
  const change = editor?.toggle;
  const toggle = useCallback((slots: readonly Slot[]) => change?.(slots, (slot) => lock(slot) === undefined), [change, lock]);
  const fold = useCallback(
    (id: string) => setFolded((now) => (now.has(id) ? new Set([...now].filter((other) => other !== id)) : new Set([...now, id]))),
    [],
  );
  const clean = useDirty((editor?.changes.length ?? 0) > 0, editor?.forget);

  if (editor === undefined) {
    if (error === null) return <Skeleton active title={false} paragraph={{ rows: 8 }} />;
    return <LoadFailed title="授权加载失败" error={error} onRetry={retry} />;
  }
  const { changes, compared, save, reset } = editor;
  // The permissions of the role admin do not depend on grants.
  const grants = roleCode === 'admin' ? withSlots(editor.grants, slotsOf(nodes), true) : editor.grants;
  const confirm = async (): Promise<void> => {
    setSaving(true);
    try {
      await save();
      clean();
      setAsking(false);
      void message.success('授权已保存');
    } catch (failure) {
      void message.error(failure instanceof Error ? failure.message : String(failure), limits.errorSeconds);
    } finally {
      setSaving(false);
    }
  };
  const searching = typed.trim() !== '';
  const left = beside.onlyDifferent === true && compared !== undefined ? differing(shown, grants, compared) : shown;
  return (
    <>
      <DraftOfferBar offer={editor.offer} />
      <GrantTools
        typed={typed}
        onType={setTyped}
        folded={nodes.some(({ children }) => children.length > 0) ? folded.size > 0 : undefined}
        onFold={(all) => setFolded(all ? new Set(nodes.flatMap(branches)) : nothing)}
      >
        {beside.tools?.(changes.length > 0)}
      </GrantTools>
      {beside.comparing?.(compared && slotsOf(nodes).filter((slot) => differs(grants, compared, slot)).length)}
      <GrantNotes locked={locked} />
      {left.length === 0 ? (
        <Empty description={left !== shown ? '两个角色的授权相同' : searching ? '没有符合条件的功能' : '还没有功能'} />
      ) : (
        <GrantGrid
          nodes={left}
          grants={grants}
          compared={compared}
          folded={searching ? nothing : folded}
          lockOf={lock}
          toggle={toggle}
          fold={fold}
        />
      )}
      {changes.length > 0 && <GrantFoot count={changes.length} editing={editing} onReset={reset} onSave={() => setAsking(true)} />}
      {asking && (
        <ChangesDialog role={roleName} changes={changes} saving={saving} onSave={() => void confirm()} onCancel={() => setAsking(false)} />
      )}
    </>
  );
}

/** Notes on granting. */
function GrantNotes({ locked }: { locked: string | undefined }) {
  const rights = useRights();
  const local = useConfig()?.routerMode === 'local';
  return (
    <>
      {locked === undefined ? (
        <p style={{ color: 'var(--text-soft)', marginTop: 0 }}>
          “读写”和“管理”包含页面的全部权限。{rights.all ? '' : '灰色的是您自己没有的权限，不能授予。'}
        </p>
      ) : (
        <Alert type="info" showIcon title={locked} style={{ marginBottom: 12 }} />
      )}
      {local && (
        <Alert
          type="warning"
          showIcon
          title="当前为本地菜单模式（ROUTER_MODE=local）：只有管理员账号能看到菜单。授权会保存，但要让其他人看到菜单和页面，须由运维设置 ROUTER_MODE=remote 后重启。"
          style={{ marginBottom: 12 }}
        />
      )}
    </>
  );
}

interface GrantFootProps extends Pick<GrantPanelProps, 'editing'> {
  count: number;
  onReset: () => void;
  onSave: () => void;
}

const GrantFoot = ({ count, editing, onReset, onSave }: GrantFootProps) => (
  <div className="grant-foot">
    <span role="status">
      已修改 {count} 个功能，尚未保存{editing ? '；点击上方“保存”，与角色信息一起保存' : ''}
    </span>
    <Button onClick={onReset}>撤销</Button>
    {!editing && (
      <Button type="primary" onClick={onSave}>
        保存授权
      </Button>
    )}
  </div>
);

const nothing: ReadonlySet<string> = new Set();

const branches = (node: GrantNode): string[] => (node.children.length === 0 ? [] : [node.id, ...node.children.flatMap(branches)]);

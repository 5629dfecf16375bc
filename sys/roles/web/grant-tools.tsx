import { Button, Input } from 'antd';
import type { ReactNode } from 'react';
import { loadPinyin } from '@back-office/web/platform/ui/matches.ts';

interface GrantToolsProps {
  typed: string;
  onType: (typed: string) => void;
  /** Whether part of the tree is folded; undefined if there is nothing to fold. */
  folded: boolean | undefined;
  onFold: (all: boolean) => void;
  /** Further tools at the end. */
  children?: ReactNode;
}

/** Above the grid: a search by text or pinyin, and a button that folds or unfolds everything. */
export function GrantTools({ typed, onType, folded, onFold, children }: GrantToolsProps) {
  const searching = typed.trim() !== '';
  return (
    <div className="grant-tools">
      <h2>功能授权</h2>
      <Input.Search
        allowClear
        aria-label="搜索功能"
        placeholder="搜索功能，支持拼音"
        style={{ width: 240 }}
        value={typed}
        onFocus={() => void loadPinyin()}
        onChange={({ target }) => onType(target.value)}
      />
      {folded !== undefined && (
        <Button disabled={searching} onClick={() => onFold(!folded)}>
          {folded ? '全部展开' : '全部收起'}
        </Button>
      )}
      {children}
    </div>
  );
}

import type { FunctionRight } from '@back-office/contract/calls/rights.ts';
import { Alert, Select, Typography } from 'antd';
import { useState } from 'react';
import { loadPinyin, matches } from '@back-office/web/platform/ui/matches.ts';
import { usePinyin } from '@back-office/web/platform/ui/use-pinyin.ts';
import { inOrder, permissionWord } from '@back-office/web/platform/session/permission-words.ts';
import { pathOf } from './held-rights.ts';

/** Looks up one permission on one function: the roles that grant it, or what is missing for it. */
export function RightLookup({ functions }: { functions: readonly FunctionRight[] }) {
  const [id, setId] = useState<string>();
  const [word, setWord] = useState<string>();
  usePinyin();
  const asked = functions.find((one) => one.id === id);
  const words = inOrder((asked?.permissions ?? []).map(({ permission }) => permission));
  const right = asked?.permissions.find(({ permission }) => permission === word);
  return (
    <section>
      <Typography.Title level={2} style={{ fontSize: 16, marginTop: 0 }}>
        查一项权限
      </Typography.Title>
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Select
          allowClear
          aria-label="功能"
          placeholder="选择功能，支持拼音"
          style={{ flex: '1 1 260px', maxWidth: 420, minWidth: 0 }}
          showSearch={{ filterOption: (query, option?: { label: string }) => matches(option?.label ?? '', query) }}
          options={functions
            .filter(({ permissions }) => permissions.length > 0)
            .map((one) => ({ value: one.id, label: pathOf(functions, one) }))}
          value={id ?? null}
          onFocus={() => void loadPinyin()}
          onChange={(next: string | null | undefined) => {
            setId(next ?? undefined);
            setWord(undefined);
          }}
        />
        <Select
          aria-label="权限"
          placeholder="选择权限"
          style={{ flex: '0 1 160px', minWidth: 120 }}
          disabled={asked === undefined}
          options={words.map((value) => ({ value, label: permissionWord(value) }))}
          value={word ?? null}
          onChange={(next: string | null) => setWord(next ?? undefined)}
        />
      </div>
      {right !== undefined && (
        <div role="status" style={{ marginTop: 8 }}>
          {right.held ? (
            <Alert type="success" showIcon title={`拥有“${permissionWord(right.permission)}”，来自角色：${right.through.join('、')}`} />
          ) : (
            <Alert type="warning" showIcon title={`没有“${permissionWord(right.permission)}”：${right.missing ?? '原因未知'}`} />
          )}
        </div>
      )}
    </section>
  );
}

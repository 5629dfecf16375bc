import type { RecordOf } from '@back-office/contract/resource/row.ts';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type KnownSetting, settingRule, settingValue } from '../known-setting.ts';
import { setting } from '../setting.ts';

interface Change {
  /** The issue with the value, as a sentence. */
  readonly issue: string | undefined;
  readonly busy: boolean;
  /** Saves the typed value unless it has an issue. */
  readonly save: (typed: string) => Promise<void>;
}

/** Changes a setting, and reports an invalid value before it is sent. */
export function useChangeSetting(row: RecordOf<typeof setting>, known: KnownSetting, onSaved: () => void): Change {
  const { message } = useApp();
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [issue, setIssue] = useState<string>();
  const save = async (typed: string): Promise<void> => {
    if (busy) return;
    const value = settingValue(known, typed);
    if (value === undefined) return setIssue(settingRule(known, typed));
    setBusy(true);
    setIssue(undefined);
    try {
      await request(`/api/sys/setting/change/${row.id}`, { method: 'PUT', json: { version: row.version, value }, quiet: true });
      void message.success('已保存，立即生效');
      void queries.invalidateQueries({ queryKey: [setting.name] });
      onSaved();
    } catch (error) {
      setIssue(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return { issue, busy, save };
}

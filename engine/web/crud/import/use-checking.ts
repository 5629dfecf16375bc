import { issuesIn } from '../../platform/request/issues-in.ts';
import type { ImportIssue, SavedImport } from '@back-office/contract/calls/import.ts';
import { codes } from '@back-office/contract/envelope.ts';
import { limits } from '@back-office/contract/limits.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useApp } from '../../platform/feedback/use-app.ts';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { openServerImport, checkRows, saveRows, type ServerImport } from './send-import.ts';
import type { Table } from './table/use-table.ts';

/** What the server is doing with the rows; `share` is the progress, from 0 to 1. */
export type Work = { kind: 'checking'; share: number } | { kind: 'saving' };

interface Checking {
  work: Work | undefined;
  /** Has the server check every row as it is now; true when the check completed. */
  check: () => Promise<boolean>;
  /** Saves; undefined where the server refused or did not answer. Calling it again is then safe. */
  save: (goodOnly: boolean) => Promise<{ saved: SavedImport; id: string } | undefined>;
}

/** The server's part in an import: what it checks, and the saving. */
export function useChecking(resource: Resource, fileName: string, table: Table): Checking {
  const { message } = useApp();
  const [work, setWork] = useState<Work>();
  const sending = useRef<ServerImport>(undefined);
  // Idempotency keys, kept until an answer arrives, so that a retry after a timeout cannot import twice.
  const keys = useRef({ all: newKey(), good: newKey() });
  const control = useRef<AbortController>(undefined);
  useLeave(() => control.current?.abort());
  const ensureOpened = async (): Promise<ServerImport> => (sending.current ??= await openServerImport(resource, fileName));

  const check = async (): Promise<boolean> => {
    const { signal } = (control.current = new AbortController());
    setWork({ kind: 'checking', share: 0 });
    try {
      await checkRows(await ensureOpened(), table, (share) => setWork({ kind: 'checking', share }), signal);
      if (table.state.onlyInvalid) await table.change('showInvalid', true);
      return true;
    } catch {
      // The request layer has shown the error.
      return false;
    } finally {
      setWork(undefined);
    }
  };
  const save: Checking['save'] = async (goodOnly) => {
    setWork({ kind: 'saving' });
    const begunAs = await ensureOpened();
    try {
      return { saved: await saveRows(begunAs, goodOnly, goodOnly ? keys.current.good : keys.current.all), id: begunAs.id };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // A refusal is an answer: the next attempt needs a new key.
      if (error.status !== 0 && error.status < 500) keys.current = { all: newKey(), good: newKey() };
      const issues = error.code === codes.refused.code ? issuesIn(error) : [];
      const named = issues.filter((issue): issue is ImportIssue => issue.row !== undefined);
      if (named.length > 0) await table.change('tell', { from: 0, to: await table.client.ask('lastId', null), issues: named });
      void message.error(error.message, limits.errorSeconds);
      return undefined;
    } finally {
      setWork(undefined);
    }
  };
  return { work, check, save };
}

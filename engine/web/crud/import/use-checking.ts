import { issuesIn } from '../../platform/request/issues-in.ts';
import type { ImportIssue, SavedImport } from '@back-office/contract/calls/import.ts';
import { codes } from '@back-office/contract/envelope.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useRef, useState } from 'react';
import { ApiError } from '../../platform/request/api-error.ts';
import { useLeave } from '../../platform/tabs/use-leave.ts';
import { newKey } from '../../platform/request/new-key.ts';
import { notifyError } from '../../platform/request/notify.ts';
import { report } from '../../platform/request/report.ts';
import { isRefusal } from '../../platform/request/retry-until-success.ts';
import { openServerImport, checkRows, saveRows, type ServerImport } from './send-import.ts';
import type { Table } from './table/use-table.ts';

/** What the server is doing with the rows; `share` is the progress, from 0 to 1. */
export type Work = { kind: 'checking'; share: number } | { kind: 'saving' };

interface Checking {
  work: Work | undefined;
  /** Whether a save may have been done without an answer: asking again gets it, and nothing is left to check. */
  isInDoubt: () => boolean;
  /** Has the server check every row as it is now; true when the check completed. */
  check: () => Promise<boolean>;
  /** Saves; undefined where the server refused or did not answer. Calling it again is then safe. */
  save: (goodOnly: boolean) => Promise<{ saved: SavedImport; id: string } | undefined>;
}

/** Shows issues at their rows beside those of others, as a refusal may not list all; the worker has ended if the dialog was left. */
const showIn = ({ change }: Table, issues: ImportIssue[]): Promise<void> =>
  change('tell', { from: 0, to: -1, issues }).catch(() => undefined);

/** The server's part in an import: what it checks, and the saving. */
export function useChecking(resource: Resource, fileName: string, table: Table): Checking {
  const [work, setWork] = useState<Work>();
  const sending = useRef<ServerImport>(undefined);
  // Idempotency keys, kept until an answer arrives, so that a retry after a timeout cannot import twice; in doubt after a save without one.
  const keys = useRef({ all: newKey(), good: newKey() });
  const isInDoubt = useRef(false);
  const control = useRef<AbortController>(undefined);
  useLeave(() => control.current?.abort());
  const ensureOpened = async (): Promise<ServerImport> => (sending.current ??= await openServerImport(resource, fileName));
  const sendAndCheck = async (): Promise<void> => {
    const { signal } = (control.current = new AbortController());
    setWork({ kind: 'checking', share: 0 });
    await checkRows(await ensureOpened(), table, (share) => setWork({ kind: 'checking', share }), signal);
  };
  /** Repeats the call for another import, to which no row has been sent, if the server has deleted this one unsaved. */
  const orAnew = <T>(call: () => Promise<T>): Promise<T> =>
    call().catch(async (error: unknown) => {
      if (isInDoubt.current || !(error instanceof ApiError) || error.code !== codes.gone.code) throw error;
      sending.current = undefined;
      keys.current = { all: newKey(), good: newKey() };
      await table.change('giveBack', [...Array((await table.client.ask('lastId', null)) + 1).keys()]);
      return call();
    });

  const check = async (): Promise<boolean> => {
    try {
      await orAnew(sendAndCheck);
      if (table.state.onlyInvalid) await table.change('showInvalid', true);
      return true;
    } catch (error) {
      report(error, false);
      return false;
    } finally {
      setWork(undefined);
    }
  };
  const save: Checking['save'] = async (goodOnly) => {
    try {
      return await orAnew(async () => {
        if ((await table.client.ask('state', null)).unsent > 0) await sendAndCheck();
        setWork({ kind: 'saving' });
        const begunAs = await ensureOpened();
        return { saved: await saveRows(begunAs, goodOnly, goodOnly ? keys.current.good : keys.current.all), id: begunAs.id };
      });
    } catch (error) {
      if (control.current?.signal.aborted === true && !(error instanceof ApiError)) return undefined;
      if (!(error instanceof ApiError)) throw error;
      isInDoubt.current = !isRefusal(error) || (isInDoubt.current && error.code !== codes.refused.code);
      // A refusal is an answer: the next attempt needs a new key.
      if (isRefusal(error)) keys.current = { all: newKey(), good: newKey() };
      const named = issuesIn(error).filter((issue): issue is ImportIssue => issue.row !== undefined);
      if (named.length > 0) await showIn(table, named);
      notifyError(error.message);
      return undefined;
    } finally {
      setWork(undefined);
    }
  };
  return { work, isInDoubt: () => isInDoubt.current, check, save };
}

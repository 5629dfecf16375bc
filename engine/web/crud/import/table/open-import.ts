import type { Resource } from '@back-office/contract/resource/resource.ts';
import { sheetLimits } from '../../../platform/sheet/sheet-limits.ts';
import { workerClient, type WorkerClient } from '../../../platform/sheet/worker-client.ts';
import type { ImportCalls, Opened } from './import-worker.ts';
import { importTexts } from './refuse-files.ts';
import type { SheetProblem } from './read-table.ts';
import type { Choices } from './choices.ts';
import type { TableState } from './table-state.ts';
import { makeImportWorker } from './worker-of-imports.ts';

export type ImportWorker = WorkerClient<ImportCalls>;

/** Starts the worker that reads sheets and keeps their rows. */
export const startWorker = (): ImportWorker => workerClient<ImportCalls>(makeImportWorker());

/** A sheet that is open, first with its first rows, then with all. */
export interface OpenSheet {
  worker: ImportWorker;
  state: TableState;
  /** Resolves when all rows are read and checked, and rejects like `openImport`. */
  whole: Promise<TableState>;
}

/** Why a file was not opened: the spec's words, and what there is to add to them. */
export class OpenRefused extends Error {
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super(importTexts.data);
    this.details = details;
  }
}

/** Opens a sheet in the worker that is taken, and resolves when its first rows are there. Rejects with `OpenRefused`; the worker has then ended. */
export async function openImport(file: Blob, resource: Resource, choices: Choices, takeWorker: () => ImportWorker): Promise<OpenSheet> {
  const worker = takeWorker();
  // One limit for both: a file that keeps the worker busy for 20 s costs it its life.
  const first = worker.ask('open', { file, resource: resource.name, choices }, { time: sheetLimits.time });
  const all = stateOf(worker.ask('whole', null, { time: sheetLimits.time }));
  // Both answers hold the same refusal: the worker ends with the first one.
  all.catch(() => undefined);
  try {
    const state = await stateOf(first);
    all.catch(worker.end);
    return { worker, state, whole: all };
  } catch (error) {
    worker.end();
    throw error;
  }
}

async function stateOf(answer: Promise<Opened | undefined>): Promise<TableState> {
  const opened = await answer.catch(() => undefined);
  if (opened !== undefined && 'state' in opened) return opened.state;
  throw new OpenRefused(opened === undefined ? ['文件已损坏、有密码保护、内容过大，或不是 Excel 文件。'] : detailsOf(opened.problem));
}

const detailsOf = ({ missing, surplus, twice, detail }: SheetProblem): string[] => [
  ...(missing.length > 0 ? [`缺少列：${missing.join('、')}`] : []),
  ...(surplus.length > 0 ? [`多余的列：${surplus.join('、')}`] : []),
  ...(twice.length > 0 ? [`重复的列：${twice.join('、')}`] : []),
  ...(detail === undefined ? [] : [detail]),
];

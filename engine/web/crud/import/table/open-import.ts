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

/** Starts the worker that reads sheets and holds their rows. */
export const startWorker = (): ImportWorker => workerClient<ImportCalls>(makeImportWorker());

/** An open sheet: at first with its first rows, then with all. */
export interface OpenSheet {
  worker: ImportWorker;
  state: TableState;
  /** Resolves when all rows are read and checked, and rejects like `openImport`. */
  whole: Promise<TableState>;
}

/** Why a file was not opened: the spec's message, and details. */
export class OpenRefused extends Error {
  readonly details: readonly string[];

  constructor(details: readonly string[]) {
    super(importTexts.data);
    this.details = details;
  }
}

/** Opens a sheet in the worker from `takeWorker`, and resolves when its first rows are read. Rejects with `OpenRefused` and ends the worker. */
export async function openImport(file: Blob, resource: Resource, choices: Choices, takeWorker: () => ImportWorker): Promise<OpenSheet> {
  const worker = takeWorker();
  // One timeout for both calls: a worker that a file keeps busy for 20 s is terminated.
  const first = worker.ask('open', { file, resource: resource.name, choices }, { time: sheetLimits.time });
  const all = stateOf(worker.ask('whole', null, { time: sheetLimits.time }));
  // Both answers carry the same refusal; the first one ends the worker.
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

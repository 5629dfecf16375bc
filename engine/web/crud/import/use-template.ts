import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { startWorker, type ImportWorker } from './table/open-import.ts';
import { readChoices } from './read-choices.ts';
import { workbookFile } from './workbook-file.ts';

interface Template {
  /** The URL of the file; empty until it is made, undefined if that failed. */
  url: string | undefined;
  /** Hands over the worker that made it, whose code is already loaded, or a new one; the caller must end it. */
  takeWorker: () => ImportWorker;
}

/** Makes a resource's template when the dialog opens, in a worker that then waits for the file. */
export function useTemplate(resource: Resource): Template {
  const queries = useQueryClient();
  const [url, setUrl] = useState<string | undefined>('');
  const waiting = useRef<ImportWorker>(undefined);
  useEffect(() => {
    const worker = startWorker();
    let made: string | undefined;
    const make = async (): Promise<void> => {
      const bytes = await worker.ask('template', { resource: resource.name, choices: await readChoices(queries, resource) });
      made = URL.createObjectURL(workbookFile(bytes));
      setUrl(made);
      waiting.current = worker;
    };
    make().catch(() => {
      worker.end();
      setUrl(undefined);
    });
    return () => {
      if (made === undefined || waiting.current === worker) worker.end();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [resource, queries]);
  const takeWorker = (): ImportWorker => {
    const worker = waiting.current?.hasEnded() === false ? waiting.current : startWorker();
    waiting.current = undefined;
    return worker;
  };
  return { url, takeWorker };
}

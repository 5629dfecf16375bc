import { templateName } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { addressOf } from './download.ts';
import { startWorker, type ImportWorker } from './table/open-import.ts';
import { readChoices } from './read-choices.ts';

/** An item of the downloads of an import (docs/spec.md 3: import template). */
export interface Download {
  label: string;
  url: string;
  /** What the file is called. */
  name: string;
}

interface Downloads {
  /** Empty until they are made, undefined where that failed. */
  downloads: readonly Download[] | undefined;
  /** Hands over the worker that made them, whose code is loaded, or a new one; who takes it ends it. */
  takeWorker: () => ImportWorker;
}

/** The templates of a resource, made when the dialog opens in a worker that then waits for the file. */
export function useDownloads(resource: Resource): Downloads {
  const queries = useQueryClient();
  const [downloads, setDownloads] = useState<readonly Download[] | undefined>([]);
  const waiting = useRef<ImportWorker>(undefined);
  useEffect(() => {
    const worker = startWorker();
    let isMade = false;
    let url: string | undefined;
    const make = async (): Promise<void> => {
      const bytes = await worker.ask('template', { resource: resource.name, choices: await readChoices(queries, resource) });
      url = addressOf(bytes);
      setDownloads([{ label: templateName(resource), url, name: `${templateName(resource)}.xlsx` }]);
      isMade = true;
      waiting.current = worker;
    };
    make().catch(() => {
      worker.end();
      setDownloads(undefined);
    });
    return () => {
      if (!isMade || waiting.current === worker) worker.end();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [resource, queries]);
  const takeWorker = (): ImportWorker => {
    const worker = waiting.current ?? startWorker();
    waiting.current = undefined;
    return worker;
  };
  return { downloads, takeWorker };
}

import { templateName } from '@back-office/contract/calls/import.ts';
import type { Resource } from '@back-office/contract/resource/resource.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { addressOf } from './download.ts';
import { startWorker } from './table/open-import.ts';
import { readChoices } from './read-choices.ts';

/** An item of the downloads of an import (docs/spec.md 3: import template). */
export interface Download {
  label: string;
  url: string;
  /** What the file is called. */
  name: string;
}

/** The templates of a resource, made in a worker when the dialog opens; empty until then, undefined where that failed. */
export function useDownloads(resource: Resource): readonly Download[] | undefined {
  const queries = useQueryClient();
  const [downloads, setDownloads] = useState<readonly Download[] | undefined>([]);
  useEffect(() => {
    const worker = startWorker();
    let url: string | undefined;
    const make = async (): Promise<void> => {
      const bytes = await worker.ask('template', { resource: resource.name, choices: await readChoices(queries, resource) });
      url = addressOf(bytes);
      setDownloads([{ label: templateName(resource), url, name: `${templateName(resource)}.xlsx` }]);
    };
    make()
      .catch(() => setDownloads(undefined))
      .finally(worker.end);
    return () => {
      worker.end();
      if (url !== undefined) URL.revokeObjectURL(url);
    };
  }, [resource, queries]);
  return downloads;
}

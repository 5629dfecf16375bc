import { useQueryClient } from '@tanstack/react-query';
import { useApp } from '@back-office/web/platform/feedback/use-app.ts';
import { request } from '@back-office/web/platform/request/request.ts';
import { job } from '../job.ts';
import { jobRun } from '../job-run.ts';

/** Makes a call that changes a job, confirms it, and refetches both lists whether or not it succeeded. */
export function useSend(): (method: 'POST' | 'PUT', path: string, done: string, json?: unknown) => Promise<void> {
  const { message } = useApp();
  const queries = useQueryClient();
  return async (method, path, done, json) => {
    try {
      await request(`/api/${path}`, { method, ...(json === undefined ? {} : { json }) });
      void message.success(done);
    } catch {
      // The request has shown the error.
    } finally {
      for (const { name } of [job, jobRun]) void queries.invalidateQueries({ queryKey: [name] });
    }
  };
}

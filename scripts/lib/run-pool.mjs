import { availableParallelism } from 'node:os';

/** Runs the jobs in order, as many at once as there are processors, and returns their results. */
export async function runPool(jobs, width = availableParallelism()) {
  const results = [];
  const waiting = jobs.entries();
  const work = async () => {
    for (const [at, job] of waiting) results[at] = await job();
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}

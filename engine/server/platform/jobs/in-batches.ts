/**
 * Repeats a step of a job, each time for at most `portion` rows, until one finds fewer: all at once they would exceed
 * the time limit of a statement (`statementTimeoutMs`) and hold their locks for as long. Stops when the job is aborted.
 * @example
 * const clearOld = (db: Kysely<Tables>, signal: AbortSignal) =>
 *   inBatches(signal, 1000, async (portion) => {
 *     const old = db.selectFrom('sys_msg').select('id').where('createTime', '<', ago('1 year')).limit(portion);
 *     return (await db.deleteFrom('sys_msg').where('id', '=', anyFound(old)).executeTakeFirst()).numDeletedRows;
 *   });
 */
export async function inBatches(
  signal: AbortSignal,
  portion: number,
  step: (portion: number) => Promise<number | bigint | undefined>,
): Promise<void> {
  for (let done = portion; done === portion;) {
    signal.throwIfAborted();
    done = Number(await step(portion));
  }
}

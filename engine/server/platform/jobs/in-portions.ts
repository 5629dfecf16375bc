/**
 * Does a step of a job again and again, each of at most `portion` rows, until one finds fewer: all at once they would outlast the time
 * that a statement has (`limitMs`) and hold their locks for as long. Ends where the job is to end.
 * @example
 * const clearOld = (db: Kysely<Tables>, signal: AbortSignal) =>
 *   inPortions(signal, 1000, async (portion) => {
 *     const old = db.selectFrom('sys_msg').select('id').where('createTime', '<', ago('1 year')).limit(portion);
 *     return (await db.deleteFrom('sys_msg').where('id', '=', anyFound(old)).executeTakeFirst()).numDeletedRows;
 *   });
 */
export async function inPortions(
  signal: AbortSignal,
  portion: number,
  step: (portion: number) => Promise<number | bigint | undefined>,
): Promise<void> {
  for (let done = portion; done === portion;) {
    signal.throwIfAborted();
    done = Number(await step(portion));
  }
}

import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { StartError } from '../start-error.ts'
import type { EmbeddedWorkerData, EmbeddedWorkerMessage } from './embedded-worker.ts'
import { lockFolder } from './folder-lock.ts'
import { inspectDatabaseFolder, prepareDataDir, reasonOf } from './prepare-folder.ts'

export interface EmbeddedServer {
  /** Folder of the Unix socket, as `host` for `pg`; the port is always 5432. */
  host: string
  /** Writes a checkpoint, ends the thread, removes the socket, gives the folder back. */
  close(): Promise<void>
}

/**
 * Starts the embedded database on `${dataDir}/database`, making it first where there is none.
 * Throws a StartError, and changes nothing, when the folder is locked, not writable, of another
 * version, or not a database. `onCrash` hears when the thread dies later: nothing can be read or
 * written any more, so the process should end and be started again.
 */
export async function startEmbedded(dataDir: string, onCrash: (error: Error) => void): Promise<EmbeddedServer> {
  prepareDataDir(dataDir)
  const lock = lockFolder(dataDir)
  const folder = join(dataDir, 'database')
  let host: string | undefined
  try {
    if (inspectDatabaseFolder(folder) === 'empty') await makeDatabase(folder)
    // mkdtemp makes the folder 0700. Not in dataDir: a socket's path must stay under 100 bytes.
    host = mkdtempSync(join(tmpdir(), 'back-office-'))
    const thread = startThread({ folder, socket: join(host, '.s.PGSQL.5432') })
    await thread.expect('ready')
    thread.whenDead(onCrash)
    return { host, close: () => closeEmbedded(thread, lock, host) }
  } catch (error) {
    if (host) rmSync(host, { recursive: true, force: true })
    lock.release()
    if (error instanceof StartError) throw error
    throw new StartError(`The embedded database in ${folder} cannot be started: ${reasonOf(error)}.`, { cause: error })
  }
}

async function closeEmbedded(thread: Thread, lock: { release(): void }, host: string | undefined): Promise<void> {
  try {
    await thread.close()
  } finally {
    if (host) rmSync(host, { recursive: true, force: true })
    lock.release()
  }
}

/**
 * Makes the database beside its place and moves it there when it is whole and on disk, so that
 * a first start that is killed leaves nothing that looks like a database. What such a start left
 * is removed: it never held anything.
 */
async function makeDatabase(folder: string): Promise<void> {
  const unfinished = `${folder}.unfinished`
  if (existsSync(unfinished)) rmSync(unfinished, { recursive: true })
  // A thread of its own, so that the memory that making it takes (400 MB) is given back.
  await startThread({ folder: unfinished }).expect('closed')
  syncTree(unfinished)
  renameSync(unfinished, folder)
  syncPath(join(folder, '..'))
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) syncTree(path)
    else syncPath(path)
  }
  syncPath(folder)
}

function syncPath(path: string): void {
  const file = openSync(path, 'r')
  fsyncSync(file)
  closeSync(file)
}

type Thread = ReturnType<typeof startThread>

function startThread(workerData: EmbeddedWorkerData) {
  // PostgreSQL counts on its own limit of stack depth (an error) coming before the thread's (a crash).
  const worker = new Worker(new URL('./embedded-worker.ts', import.meta.url), {
    workerData,
    execArgv: [],
    resourceLimits: { stackSizeMb: 16 },
  })
  let expectedEnd = false
  const death = new Promise<Error>((resolve) => {
    worker.on('error', resolve)
    worker.on('message', (message: EmbeddedWorkerMessage) => 'failed' in message && resolve(new Error(message.failed)))
    worker.on('exit', (code) => resolve(new Error(`its thread ended with code ${code}`)))
  })
  const expect = async (word: 'ready' | 'closed'): Promise<void> => {
    const heard = new Promise<void>((resolve) => {
      worker.on('message', (message: EmbeddedWorkerMessage) => word in message && resolve())
    })
    const error = await Promise.race([heard, death])
    if (error) throw error
  }
  return {
    expect,
    whenDead: (onCrash: (error: Error) => void) => void death.then((error) => expectedEnd || onCrash(error)),
    async close(): Promise<void> {
      expectedEnd = true
      const closed = expect('closed')
      worker.postMessage('close')
      await closed
    },
  }
}

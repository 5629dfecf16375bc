import { randomUUID } from 'node:crypto';
import type { FileRecord, UploadState } from '@back-office/contract/calls/file.ts';
import type { LoginAnswer } from '@back-office/contract/calls/login.ts';
import { pdfOf } from '@back-office/server/testing/file-samples.ts';
import { type Child, runChild } from '@back-office/server/testing/run-child.ts';
import { dayOf, encryptField } from '@back-office/server/testing/seal-values.ts';
import { testAdminPassword } from './test-template.ts';
import type { S3Settings } from '@back-office/server/platform/s3-settings.ts';
import { type UploadFault, uploadFaults } from '@back-office/server/testing/upload-faults.ts';
import { formOf, formType, sha256 } from './uploads.ts';

const server = new URL('./children/upload-server.ts', import.meta.url);
/** In a bucket, a chunk is large enough to be uploaded in parts. */
const sizes = { folder: 1_300_000, bucket: 9_000_000 };

export interface UploadKillReport {
  /** One line for each kill with a problem afterwards: must be none. */
  wrong: string[];
  /** Kills that hit, and therefore uploads that were resumed. */
  kills: number;
  /** Objects that rows name and that are missing or incomplete; and objects that no row names: must be none. */
  lost: number;
  left: number;
}

interface ServerTarget {
  /** The server's own folder, with the embedded database. */
  readonly dataDir: string;
  /** The address of PostgreSQL; without it the embedded database. */
  readonly url?: string | undefined;
  /** A bucket for the files, and the folder of its server; without it a folder. */
  readonly s3?: (S3Settings & { readonly directory: string }) | undefined;
  readonly temporary: string;
}

/** A running server, and somebody signed in. */
interface Running {
  readonly child: Child;
  readonly origin: string;
  token: string;
}

/**
 * Kills a server at each of the fault points of an upload, `rounds` times, each time at another chunk, and in a bucket every other time at a file of
 * a single chunk; restarts it, resumes the upload as a browser does, and compares the file with what was sent, and the storage with the rows.
 */
export async function killUploads(
  target: ServerTarget,
  rounds: number,
  faults: readonly UploadFault[] = uploadFaults,
): Promise<UploadKillReport> {
  const report: UploadKillReport = { wrong: [], kills: 0, lost: 0, left: 0 };
  let running = await start(target);
  running.token = await signIn(running);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, fault] of faults.entries()) {
      const chunks = target.s3 !== undefined && (at + round) % 2 === 1 ? 1 : 3;
      // Only the last chunk triggers the check of the whole file.
      const chunk = fault === 'while the whole is checked' ? chunks - 1 : (at + round) % chunks;
      const upload = new Upload(chunk, chunks, target.s3 === undefined ? sizes.folder : sizes.bucket);
      await upload.sendUntilKilled(running, fault);
      report.kills += 1;
      running = await start(target, running.token);
      const mistake = await upload.resume(running);
      if (mistake !== undefined) report.wrong.push(`${fault}, chunk ${chunk} of ${chunks}: ${mistake}`);
    }
  }
  const { lost, left } = JSON.parse(await sendLine(running.child, 'sweep')) as Pick<UploadKillReport, 'lost' | 'left'>;
  await running.child.kill();
  return { ...report, lost, left };
}

async function start({ dataDir, url, s3, temporary }: ServerTarget, token = ''): Promise<Running> {
  const child = runChild(server, [dataDir, url ?? '', s3 === undefined ? '' : JSON.stringify(s3)], temporary);
  const port = await child.nextLine();
  if (port === undefined) throw new Error('The server did not start.');
  return { child, origin: `http://127.0.0.1:${port}`, token };
}

async function sendLine(child: Child, line: string): Promise<string> {
  child.process.stdin.write(`${line}\n`);
  return (await child.nextLine()) ?? '';
}

async function signIn({ origin }: Running): Promise<string> {
  const day = dayOf(new Date());
  const body = new URLSearchParams({ username: encryptField('admin', day), password: encryptField(testAdminPassword, day) });
  const answer = await fetch(`${origin}/api/login`, { method: 'POST', body });
  return ((await answer.json()) as { data: LoginAnswer }).data.credentials.accessToken;
}

/** One file in transfer, as far as its sender knows. */
class Upload {
  readonly #bytes: Buffer;
  readonly #otcId = randomUUID();
  readonly #key = randomUUID();
  readonly #killAt: number;
  readonly #chunks: number;
  readonly #chunkSize: number;
  #id: string | undefined;

  constructor(killAt: number, chunks: number, chunkSize: number) {
    this.#killAt = killAt;
    [this.#chunks, this.#chunkSize] = [chunks, chunkSize];
    this.#bytes = pdfOf(chunkSize * chunks - 7);
  }

  async sendUntilKilled(running: Running, fault: UploadFault): Promise<void> {
    for (let at = 0; at < this.#killAt; at += 1) await this.#send(running, at);
    if ((await sendLine(running.child, fault)) !== 'armed') throw new Error('The server died too soon.');
    const answered = await this.#send(running, this.#killAt).then(
      () => true,
      () => false,
    );
    if (answered) throw new Error(`The server went on: ${fault}`);
    await running.child.nextLine();
  }

  /** Sends the missing chunks; returns what is wrong afterwards. */
  async resume(running: Running): Promise<string | undefined> {
    let record: FileRecord | undefined;
    if (this.#id === undefined) record = await this.#send(running, 0);
    const state = this.#id === undefined ? { received: [0] } : await this.#state(running, this.#id);
    const missing = Array.from({ length: this.#chunks }, (_chunk, at) => at).filter((at) => !state.received.includes(at));
    for (const at of missing) record = await this.#send(running, at);
    // The answer to the last one may have been lost: sending it again returns the same file.
    const again = await this.#send(running, this.#chunks - 1);
    const files = await this.#call<FileRecord[]>(running, `file/select?otcId=${this.#otcId}&otcType=test`);
    if (files.length !== 1 || again.id !== files[0]?.id) return `${files.length} files`;
    if ((record ?? ('file' in state ? state.file : undefined))?.id !== again.id) return 'another file was told';
    const got = Buffer.from(await (await fetch(running.origin + again.filePath)).arrayBuffer());
    return sha256(got) === sha256(this.#bytes) ? undefined : `${got.length} bytes, and not those that were sent`;
  }

  #state(running: Running, id: string): Promise<UploadState & { file?: FileRecord }> {
    return this.#call(running, `file/upload/${id}`);
  }

  async #send({ origin, token }: Running, at: number): Promise<UploadState & FileRecord> {
    const body = formOf({
      name: this.#id === undefined ? '报告.pdf' : `${this.#id}|报告.pdf`,
      bytes: this.#bytes.subarray(at * this.#chunkSize, (at + 1) * this.#chunkSize),
      fields: { totalChunks: this.#chunks, currentChunk: at, otcId: this.#otcId, otcType: 'test' },
    });
    const headers = { authorization: token, 'content-type': formType, 'idempotency-key': this.#key };
    const data = await dataOf<UploadState & FileRecord>(
      fetch(`${origin}/api/file/upload`, { method: 'POST', headers, body: new Uint8Array(body) }),
    );
    // A file of a single chunk is known by its key alone: the answer is the file's.
    if (this.#chunks > 1) this.#id ??= data.id;
    return data;
  }

  #call<Data>({ origin, token }: Running, path: string): Promise<Data> {
    return dataOf<Data>(fetch(`${origin}/api/${path}`, { headers: { authorization: token } }));
  }
}

async function dataOf<Data>(response: Promise<Response>): Promise<Data> {
  const { code, message, data } = (await (await response).json()) as { code: number; message: string; data: Data };
  if (code !== 20000) throw new Error(`${code} ${message}`);
  return data;
}

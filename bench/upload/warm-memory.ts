import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const MiB = 1024 * 1024;

/**
 * Reserves the memory that a file will occupy, by means of another file. A virtual machine returns free memory to its host after a second
 * or two, and requests each page again, which costs more than a whole upload and randomly affects one server and not
 * another. So the memory that a server is about to use is freed just before.
 */
export class WarmMemory {
  readonly #path: string;
  readonly #file: FileHandle;
  #bytes: number;

  constructor(path: string, file: FileHandle, bytes: number) {
    this.#path = path;
    this.#file = file;
    this.#bytes = bytes;
  }

  /** Takes so many bytes, in a file of that folder. */
  static async allocate(folder: string, bytes: number): Promise<WarmMemory> {
    const path = join(folder, 'warm');
    const file = await open(path, 'wx');
    const block = Buffer.alloc(MiB);
    for (let done = 0; done < bytes; done += MiB) await file.write(block);
    return new WarmMemory(path, file, bytes);
  }

  /** Frees this many, or the rest. */
  async free(bytes: number): Promise<void> {
    this.#bytes = Math.max(0, this.#bytes - bytes);
    await this.#file.truncate(this.#bytes);
  }

  async drop(): Promise<void> {
    await this.#file.close();
    await rm(this.#path);
  }
}

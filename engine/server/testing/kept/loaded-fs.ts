import { readdirSync, readFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { MemoryFS, PGlite } from '@electric-sql/pglite';

type Init = Awaited<ReturnType<MemoryFS['init']>>;
type ModuleOptions = Init['emscriptenOpts'];

/** The files of PGlite's module. */
interface Files {
  mkdirTree(path: string): void;
  readdir(path: string): string[];
  readFile(path: string): Uint8Array;
  writeFile(path: string, content: Uint8Array): void;
  isDir(mode: number): boolean;
  stat(path: string): { mode: number };
}

/** The embedded database of a folder, read into memory once and never written back. */
export class LoadedFs extends MemoryFS {
  readonly #folder: string;

  constructor(folder: string) {
    super();
    this.#folder = folder;
  }

  override async init(database: PGlite, options: Partial<ModuleOptions>): Promise<Init> {
    const { emscriptenOpts } = await super.init(database, options);
    const load = ({ FS }: { FS: Files }) => copyIn(FS, this.#folder, PGlite.paths.PGDATA);
    const preRun = [...(emscriptenOpts.preRun ?? []), load] as NonNullable<ModuleOptions['preRun']>;
    return { emscriptenOpts: { ...emscriptenOpts, preRun } };
  }

  /** Writes the files as they are now into a folder. */
  copyTo(folder: string): void {
    if (this.pg) copyOut(this.pg.Module.FS as unknown as Files, PGlite.paths.PGDATA, folder);
  }
}

function copyIn(files: Files, from: string, to: string): void {
  files.mkdirTree(to);
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    if (entry.isDirectory()) copyIn(files, join(from, entry.name), `${to}/${entry.name}`);
    else files.writeFile(`${to}/${entry.name}`, readFileSync(join(from, entry.name)));
  }
}

function copyOut(files: Files, from: string, to: string): void {
  mkdirSync(to);
  for (const name of files.readdir(from).filter((each) => each !== '.' && each !== '..')) {
    const path = `${from}/${name}`;
    if (files.isDir(files.stat(path).mode)) copyOut(files, path, join(to, name));
    else writeFileSync(join(to, name), files.readFile(path));
  }
}

import type { PGlite } from '@electric-sql/pglite';

/*
 * PGlite between two messages of the protocol is its memory and its files, and nothing else. Both are saved at one moment and can be restored at any
 * later one, so that a database is exactly as it was: rows, schema, sequences, prepared statements and settings of the session. That takes 20 ms,
 * while opening another takes a second.
 */

/** The members of PGlite's module that hold its state. */
interface Engine {
  HEAPU8: Uint8Array;
  FS: {
    root: FileNode;
    nameTable: (FileNode | undefined)[];
    streams: (FileStream | null)[];
    currentPath: string;
    open: (path: unknown, ...rest: unknown[]) => FileStream;
  };
  stackSave(): number;
  stackRestore(pointer: number): void;
}

interface FileNode {
  contents?: Uint8Array | Record<string, FileNode>;
  stream_ops: { write?: (stream: FileStream, ...rest: unknown[]) => number };
  name_next?: FileNode | undefined;
}

interface FileStream {
  node?: FileNode;
  shared: object;
}

/**
 * Saves the engine's current state, and returns a function that restores it. That throws if the engine has loaded code
 * since then, which is outside its memory.
 */
export async function captureImage(database: PGlite): Promise<() => void> {
  // Every library that our migrations and statements make it load.
  await database.exec(`load 'plpgsql'; load 'pg_trgm'`);
  const engine = database.Module as unknown as Engine;
  const loaded = libraries(engine);
  const pointer = engine.stackSave();
  const restorers = [keepMemory(engine), keepFiles(engine)];
  return () => {
    if (loaded.length > 0) throw new Error(`The engine has loaded ${loaded.join(', ')}.`);
    for (const restore of restorers) restore();
    engine.stackRestore(pointer);
  };
}

/** A list that collects each library opened from now on. */
function libraries({ FS }: Engine): readonly string[] {
  const opened: string[] = [];
  const { open } = FS;
  FS.open = (path, ...rest) => {
    if (typeof path === 'string' && path.endsWith('.so')) opened.push(path);
    return open(path, ...rest);
  };
  return opened;
}

const blockSize = 64 * 1024;

/** Most of the memory is never written: only blocks with content are saved. */
function keepMemory(engine: Engine): () => void {
  const zeroes = new Uint8Array(blockSize);
  const kept = new Map<number, Uint8Array>();
  const eachBlock = (see: (block: Uint8Array, at: number) => void) => {
    const heap = engine.HEAPU8;
    for (let at = 0; at < heap.length; at += blockSize) see(heap.subarray(at, at + blockSize), at);
  };
  eachBlock((block, at) => Buffer.compare(block, zeroes) !== 0 && kept.set(at, block.slice()));
  return () => {
    // Memory that has grown does not shrink: the engine no longer knows about the extra part.
    eachBlock((block, at) => {
      const before = kept.get(at) ?? zeroes;
      if (Buffer.compare(block, before) !== 0) block.set(before);
    });
  };
}

/** Restores names, lengths and positions; the content of a file is copied on its first write. */
function keepFiles({ FS }: Engine): () => void {
  const nodes = reachable(FS);
  const frozen = new Set<unknown>();
  for (const { contents } of nodes) if (contents instanceof Uint8Array) frozen.add(contents);
  for (const { stream_ops: operations } of nodes) copyBeforeWrite(operations, frozen);
  const nodesBefore = nodes.map((node) => [node, { ...node, name_next: node.name_next }, copyFolder(node)] as const);
  const streamsBefore = FS.streams.map((stream) => stream && ([stream, { ...stream }, { ...stream.shared }] as const));
  const [names, path] = [[...FS.nameTable], FS.currentPath];
  return () => {
    for (const [node, before, contents] of nodesBefore) Object.assign(node, before, contents && { contents: { ...contents } });
    for (const kept of streamsBefore) if (kept) Object.assign(kept[0], kept[1], { shared: { ...kept[2] } });
    FS.streams.splice(0, FS.streams.length, ...streamsBefore.map((kept) => kept && kept[0]));
    FS.nameTable = [...names];
    FS.currentPath = path;
  };
}

function reachable({ root, streams }: Engine['FS']): FileNode[] {
  const found = new Set<FileNode>();
  const add = (node: FileNode): void => {
    if (found.has(node)) return;
    found.add(node);
    if (node.contents && !(node.contents instanceof Uint8Array)) Object.values(node.contents).forEach(add);
  };
  add(root);
  // A removed file still exists while it is open.
  for (const stream of streams) if (stream?.node) add(stream.node);
  return [...found];
}

const copyFolder = ({ contents }: FileNode) => (contents && !(contents instanceof Uint8Array) ? { ...contents } : undefined);

const copying = new WeakSet<object>();

/** The files of one file system share their operations. */
function copyBeforeWrite(operations: FileNode['stream_ops'], frozen: ReadonlySet<unknown>): void {
  const { write } = operations;
  if (write === undefined || copying.has(operations)) return;
  copying.add(operations);
  operations.write = (stream, ...rest) => {
    const { node } = stream;
    if (node?.contents instanceof Uint8Array && frozen.has(node.contents)) node.contents = new Uint8Array(node.contents);
    return write(stream, ...rest);
  };
}

import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../platform/s3-settings.ts';

const bucket = 'back-office';

export interface TestS3 extends S3Settings {
  /** The folder in which the server stores its objects. */
  directory: string;
  drop(): Promise<void>;
}

/** Starts an S3 server for one test file (s3rver, from npm: it speaks the protocol over HTTP and checks signatures). */
export async function openS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'back-office-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory, configureBuckets: [{ name: bucket, configs: [] }] });
  const { port } = await server.run();
  addUploads(server.httpServer, directory);
  return {
    endpoint: `http://127.0.0.1:${port}`,
    bucket,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
    directory,
    drop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * The two calls on unfinished multipart uploads that s3rver lacks, and the list of objects, whose signature it cannot
 * check (it loses the last slash of the path), over the folder in which it stores them.
 */
function addUploads(http: Server, directory: string): void {
  const [rest] = http.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[];
  http.removeAllListeners('request');
  http.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://s3');
    const uploadId = url.searchParams.get('uploadId');
    if (request.method === 'GET' && url.searchParams.has('uploads')) void listUploads(directory, response);
    else if (request.method === 'GET' && url.searchParams.has('list-type')) void listObjects(directory, url, response);
    else if (request.method === 'DELETE' && uploadId !== null)
      void rm(join(uploadsIn(directory), basename(uploadId)), { recursive: true }).then(
        () => response.writeHead(204).end(),
        () => response.writeHead(404).end(),
      );
    else rest?.(request, response);
  });
}

const uploadsIn = (directory: string): string => join(directory, bucket, '._S3rver_uploads');

async function listUploads(directory: string, response: ServerResponse): Promise<void> {
  const ids = await readdir(uploadsIn(directory)).catch(() => []);
  const uploads = await Promise.all(
    ids.map(async (id) => {
      const folder = join(uploadsIn(directory), id);
      const begun = (await stat(folder)).birthtime.toISOString();
      const key = await readFile(join(folder, 'key'), 'utf8');
      return `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun}</Initiated></Upload>`;
    }),
  );
  response.writeHead(200, { 'content-type': 'application/xml' });
  response.end(`<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`);
}

async function listObjects(directory: string, { pathname, searchParams }: URL, response: ServerResponse): Promise<void> {
  const found = await readdir(join(directory, basename(pathname)), { recursive: true }).catch(() => undefined);
  const [prefix, after] = [searchParams.get('prefix') ?? '', searchParams.get('continuation-token') ?? ''];
  const keys = (found ?? []).flatMap((path) => /^(?!\._)(.+)\._S3rver_object$/.exec(path)?.[1] ?? []).toSorted();
  const left = keys.filter((key) => key.startsWith(prefix) && key > after);
  // Pages of two, so that a client that reads only the first one fails.
  const [page, next] = [left.slice(0, 2), left.length > 2 ? `<NextContinuationToken>${left[1] ?? ''}</NextContinuationToken>` : ''];
  response.writeHead(found === undefined ? 404 : 200, { 'content-type': 'application/xml' });
  response.end(
    found === undefined
      ? '<Error><Code>NoSuchBucket</Code><Message>The specified bucket does not exist</Message></Error>'
      : `<ListBucketResult><IsTruncated>${String(next !== '')}</IsTruncated>${next}${page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')}</ListBucketResult>`,
  );
}

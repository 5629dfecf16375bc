declare module '@20minutes/s3rver' {
  import type { Server } from 'node:http';
  interface Options {
    address: string;
    port: number;
    silent: boolean;
    directory: string;
    configureBuckets: readonly { name: string; configs: readonly never[] }[];
  }
  export default class S3rver {
    httpServer: Server;
    constructor(options: Options);
    run(): Promise<{ address: string; port: number }>;
    close(): Promise<void>;
  }
}

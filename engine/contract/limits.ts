/**
 * Business constants that both sides keep (docs/spec.md 9; docs/wire.md "Session", "Files"). Times in milliseconds, sizes in bytes.
 * @example
 * const pagesOf = (total: number) => Math.ceil(total / limits.page.limit);
 */
export const limits = {
  requestTimeout: 20_000,
  page: { index: 0, limit: 10, maxLimit: 10_000 },
  dictLimit: 10_000,
  captchaLength: 4,
  /** Most ids of one delete-ids. */
  deleteIds: 500,
  /** Most rows of one save-batch. */
  batchRows: 10_000,
  /** Longest value of a `like`, `eq`, `ge` or `le`, and most of them in one call. */
  filterLength: 200,
  filters: 50,
  /** Deepest tree: a node further down is refused. */
  treeDepth: 100,
  /** The live socket: how often the client says that it lives, and its waits before it connects again; the last one repeats. */
  live: { heartbeat: 30_000, reconnect: [1_000, 3_000, 5_000, 10_000, 60_000] },
  /** How long before the end of a session the screen warns. */
  sessionWarning: 120_000,
  /** Days that a deleted record can be restored for. */
  recycleDays: 30,
  password: { min: 8, max: 256 },
  messageSeconds: 3,
  errorSeconds: 4,
  upload: {
    maxFiles: 9,
    maxSize: 1024 * 1024 * 1024,
    chunkSize: 100 * 1024 * 1024,
    /** Types that an uploader accepts unless its `types` say otherwise. */
    types: ['jpeg', 'jpg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf', 'mp3', 'wav', 'mp4'],
    /** Types that `types` may add: the other images and videos that the gallery shows, and the segments of an m3u8. */
    moreTypes: ['ico', 'flv', 'm3u8', 'ts'],
    /** The types among these that are videos or segments of one. */
    films: ['flv', 'm3u8', 'ts'],
  },
} as const;

/**
 * Business constants of both sides (docs/spec.md 9; docs/wire.md "Session", "Files"). Times in milliseconds, sizes in bytes.
 * @example
 * const pagesOf = (total: number) => Math.ceil(total / limits.page.limit);
 */
export const limits = {
  requestTimeout: 20_000,
  page: { index: 0, limit: 10, maxLimit: 10_000 },
  dictLimit: 10_000,
  captchaLength: 4,
  /** The most ids of one delete-ids. */
  deleteIds: 500,
  /** The most rows of one save-batch. */
  batchRows: 10_000,
  /** The longest value of a `like`, `eq`, `ge` or `le`, and the most of these in one call. */
  filterLength: 200,
  filters: 50,
  /** The most levels of a tree: a node below them is refused. */
  treeDepth: 100,
  /** The live socket: the interval of the client's heartbeats, and its delays before it reconnects; the last one repeats. */
  live: { heartbeat: 30_000, reconnect: [1_000, 3_000, 5_000, 10_000, 60_000] },
  /** How long before the end of a session the screen shows a warning. */
  sessionWarning: 120_000,
  /** Days for which a deleted record can be restored. */
  recycleDays: 30,
  password: { min: 8, max: 256 },
  messageSeconds: 3,
  errorSeconds: 4,
  upload: {
    maxFiles: 9,
    maxSize: 1024 * 1024 * 1024,
    chunkSize: 100 * 1024 * 1024,
    /** Types that an uploader accepts unless it sets `types`. */
    types: ['jpeg', 'jpg', 'png', 'doc', 'docx', 'xls', 'xlsx', 'ppt', 'pptx', 'pdf', 'mp3', 'wav', 'mp4'],
    /** Types that `types` may add: the other images and videos of the gallery, and the segments of an m3u8. */
    moreTypes: ['ico', 'flv', 'm3u8', 'ts'],
    /** The added types that are videos or segments of one. */
    films: ['flv', 'm3u8', 'ts'],
  },
} as const;

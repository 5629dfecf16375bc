import type { FileRecord, UnfinishedUpload, UploadState, ViewerLink } from '@back-office/contract/calls/file.ts';
import { limits } from '@back-office/contract/limits.ts';
import { isId } from '@back-office/contract/resource/field-schema.ts';
import { isPlainText } from '@back-office/contract/resource/plain-text.ts';
import { z } from 'zod';
import { type CallShape, idShape, nothing, exactShape, timeShape, wholeShape } from '@back-office/contract/calls/call-shape.ts';

/** The most files in one answer; a record has at most nine attachments, and more only of files that the server made itself. */
export const maxFiles = 100;
/** The most chunks of one upload: those of the largest file, at 100 KiB each. */
const maxChunks = 10_000;

const word = (name: string, max: number) =>
  z
    .string(`${name} 应为不超过 ${max} 个字符的文本`)
    .max(max, `${name} 应为不超过 ${max} 个字符的文本`)
    .refine((text) => isPlainText(text) && !/[\r\n]/.test(text), `${name} 含有不可见的控制字符`);

/** The record that a file is attached to; an empty string counts as missing. */
export const placeShape = z.object({
  otcId: word('otcId', 64).nullish().describe('所属数据的编号'),
  otcType: word('otcType', 64).nullish().describe('所属数据的资源，例如 sys/msg'),
  fileSource: word('fileSource', 64).nullish().describe('来源，不写为 Server'),
  fileAlias: word('fileAlias', 255).nullish().describe('别名'),
});

const hash = (name: string) => z.string().regex(/^[0-9a-f]{64}$/i, `${name} 应为 64 位十六进制的 SHA-256`);
const hashSample = { examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'] };

const chunkShape = placeShape.extend({
  totalChunks: wholeShape('totalChunks', 1, maxChunks).describe('共几片'),
  // Clients that count from 1 are supported too: an upload has either the number 0 or the number `totalChunks`.
  currentChunk: wholeShape('currentChunk', 0, maxChunks).describe('第几片，从 0 开始'),
  chunkHash: z.literal('').or(hash('chunkHash')).optional().describe('这一片的 SHA-256，十六进制；填写则核对'),
  chunk: z.unknown().meta({ type: 'string', format: 'binary', description: '这一片的内容，文件名写在这一段的 filename 里' }),
});
/** The fields of an upload's form without the file itself. */
export const chunkWordsShape = chunkShape.omit({ chunk: true });

const fileShape = exactShape<FileRecord>({
  id: idShape,
  fileName: z.string(),
  fileType: z.string(),
  filePath: z.string().describe('带签名的地址，限本次登录，会过期'),
  fileAlias: z.string().nullable(),
  fileSize: z.int().describe('字节'),
  otcId: z.string().nullable(),
  otcType: z.string().nullable(),
  fileSource: z.string(),
  thumbnailPath: z.string().nullable().describe('图片的缩略图'),
  createTime: timeShape,
}).meta({ id: 'StoredFile' });

const state = { id: idShape, totalChunks: z.int(), received: z.array(z.int()) };
const stateShape = exactShape<UploadState>({ ...state, file: fileShape.optional() }).meta({ id: 'UploadState' });

/** The parameters and answers of the file calls (docs/wire.md "Files"). */
export const fileShapes = {
  select: {
    query: placeShape.pick({ otcId: true, otcType: true }).extend({
      ids: z
        .string('编号格式不正确')
        .refine((text) => text.split(',').length <= maxFiles && text.split(',').every(isId), '编号格式不正确')
        .optional()
        .describe(`编号，用逗号分隔，最多 ${maxFiles} 个；代替 otcId 和 otcType`),
    }),
    data: z.array(fileShape),
  },
  delete: { query: z.object({ id: z.string('请指定一个文件').min(1, '请指定一个文件') }), data: nothing },
  link: {
    body: z.object({
      otcId: word('otcId', 64).min(1, 'otcId 和 otcType 不能为空'),
      otcType: word('otcType', 64)
        .min(1, 'otcId 和 otcType 不能为空')
        .meta({ examples: ['sys/dict'] }),
      ids: z.array(idShape, '编号格式不正确').min(1, '编号格式不正确').max(limits.upload.maxFiles, '编号格式不正确'),
    }),
    data: nothing,
  },
  saveKnown: {
    body: z.object({
      fileHash: hash('fileHash').meta(hashSample).describe('整个文件的 SHA-256，十六进制'),
      fileSize: z.int('fileSize 应为整数').describe('字节'),
      fileName: z.string('文件名不能为空').meta({ examples: ['报告.pdf'] }),
      ...placeShape.shape,
    }),
    data: fileShape.nullable().describe('没有上传过相同内容时为 null'),
  },
  viewerLink: {
    body: z.object({ id: z.string('请指定一个文件') }),
    data: exactShape<ViewerLink>({ path: z.string(), expireTime: timeShape }),
  },
  upload: { body: chunkShape, written: 'multipart/form-data', data: z.union([fileShape, stateShape]) },
  uploadState: { data: stateShape },
  giveUp: { data: nothing },
  selectUploads: {
    data: z.array(
      exactShape<UnfinishedUpload>({
        ...state,
        file: fileShape.optional(),
        fileName: z.string(),
        otcId: z.string().nullable(),
        otcType: z.string().nullable(),
        fileAlias: z.string().nullable(),
        receivedSize: z.int(),
        chunkSize: z.int(),
        expireTime: timeShape,
      }),
    ),
  },
} satisfies Record<string, CallShape>;

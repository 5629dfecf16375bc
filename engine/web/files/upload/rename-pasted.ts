import { serverTime } from '../../platform/session/server-time.ts';

/** A pasted image is always called image.png; this gives it a name by which it is found again. Other files keep theirs. */
export const renamePasted = (file: File): File =>
  /^image\.\w+$/.test(file.name)
    ? new File([file], file.name.replace('image', `粘贴图片${serverTime().replaceAll(/\D/g, '')}`), { type: file.type })
    : file;

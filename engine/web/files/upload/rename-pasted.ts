import { serverTime } from '../../platform/session/server-time.ts';

/** Pasted images are always named image.png; this gives them distinguishable names. Other files keep theirs. */
export const renamePasted = (file: File): File =>
  /^image\.\w+$/.test(file.name)
    ? new File([file], file.name.replace('image', `粘贴图片${serverTime().replaceAll(/\D/g, '')}`), { type: file.type })
    : file;

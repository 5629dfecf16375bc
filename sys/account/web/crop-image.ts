/** A rectangle of an image, in its own pixels. */
export interface CropArea {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Width and height of the stored image, in pixels. */
const side = 512;

/** Crops a square out of an image and encodes it as JPEG; transparent pixels become white. */
export async function cropImage(url: string, cut: CropArea): Promise<File> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(side, Math.round(cut.width));
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('浏览器无法裁剪图片');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, cut.x, cut.y, cut.width, cut.height, 0, 0, canvas.width, canvas.height);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9));
  if (blob === null) throw new Error('浏览器无法裁剪图片');
  return new File([blob], '头像.jpg', { type: 'image/jpeg' });
}

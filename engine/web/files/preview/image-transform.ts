/** How an image is turned, enlarged and moved; `fit` shows it whole, otherwise pixel by pixel. */
export interface ImageTransform {
  fit: boolean;
  scale: number;
  /** Degrees, a multiple of 90; never reduced modulo 360, so that every turn is animated the short way. */
  rotation: number;
  x: number;
  y: number;
}

/** Steps and limits of docs/spec.md 9. */
export const zoomStep = 0.2;
export const wheelStep = 0.015;
const smallest = 0.2;
const largest = 20;

export const untouched: ImageTransform = { fit: true, scale: 1, rotation: 0, x: 0, y: 0 };

export const scaleTo = (image: ImageTransform, scale: number): ImageTransform => ({
  ...image,
  scale: Number(Math.min(largest, Math.max(smallest, scale)).toFixed(3)),
});

export const zoomBy = (image: ImageTransform, step: number): ImageTransform => scaleTo(image, image.scale + step);
export const turnBy = (image: ImageTransform, degrees: number): ImageTransform => ({ ...image, rotation: image.rotation + degrees });
export const moveBy = (image: ImageTransform, x: number, y: number): ImageTransform => ({ ...image, x: image.x + x, y: image.y + y });
/** The other of fit and original, with nothing turned, enlarged or moved. */
export const otherSize = ({ fit }: ImageTransform): ImageTransform => ({ ...untouched, fit: !fit });

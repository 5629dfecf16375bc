/** Rotation, zoom and position of an image; `fit` scales it to fit, otherwise it is shown at its original size. */
export interface ImageTransform {
  fit: boolean;
  scale: number;
  /** Degrees, a multiple of 90; not reduced modulo 360, so that every rotation is animated the short way. */
  rotation: number;
  x: number;
  y: number;
}

/** Steps and limits of docs/spec.md 9. */
export const zoomStep = 0.2;
export const wheelStep = 0.015;
const smallest = 0.2;
const largest = 20;

export const initialTransform: ImageTransform = { fit: true, scale: 1, rotation: 0, x: 0, y: 0 };

export const scaleTo = (image: ImageTransform, scale: number): ImageTransform => ({
  ...image,
  scale: Number(Math.min(largest, Math.max(smallest, scale)).toFixed(3)),
});

export const zoomBy = (image: ImageTransform, step: number): ImageTransform => scaleTo(image, image.scale + step);
export const turnBy = (image: ImageTransform, degrees: number): ImageTransform => ({ ...image, rotation: image.rotation + degrees });
export const moveBy = (image: ImageTransform, x: number, y: number): ImageTransform => ({ ...image, x: image.x + x, y: image.y + y });
/** Switches between fit and original size, without rotation, zoom or movement. */
export const toggleFit = ({ fit }: ImageTransform): ImageTransform => ({ ...initialTransform, fit: !fit });
